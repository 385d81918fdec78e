// Every form of the page sends the token that counts now.
export function renewToken(token) {
  for (const field of token ? document.querySelectorAll("[name=csrfmiddlewaretoken]") : []) field.value = token;
}
