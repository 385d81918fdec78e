// A table's link carries its secret behind the #, so that no server log and no Referer ever holds it.
// This moves it into the form and sends it; afterwards the address no longer shows it.
const form = document.querySelector("[data-link-exchange]");
const secret = decodeURIComponent(window.location.hash.slice(1));
if (form && secret) {
  history.replaceState(null, "", window.location.pathname);
  form.elements.secret.value = secret;
  form.submit();
}
