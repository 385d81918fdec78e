// Put the current CSRF token into every form of the page.
export function renewToken(token) {
  for (const field of token ? document.querySelectorAll("[name=csrfmiddlewaretoken]") : []) field.value = token;
}
