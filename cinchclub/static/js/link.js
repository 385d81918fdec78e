// A table's link has its secret behind the #, so that the secret is in no server log and no Referer header. This
// script moves the secret from the address into the form and sends the form.
const form = document.querySelector("[data-link-exchange]");
const secret = decodeURIComponent(window.location.hash.slice(1));
if (form && secret) {
  history.replaceState(null, "", window.location.pathname);
  form.elements.secret.value = secret;
  form.submit();
}
