"use strict";

// The theme is that of the page, which keeps the reader's choice.
const theme = localStorage.getItem("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", theme ? theme === "dark" : dark.matches);
paint();
dark.addEventListener("change", paint);

for (const place of document.querySelectorAll(".quick-start b")) place.textContent = location.origin;

SwaggerUIBundle({
  dom_id: "#reference",
  url: "openapi.json",
  // Each operation has an address of its own.
  deepLinking: true,
  docExpansion: "list",
  // Schemas are shown with the operations that use them.
  defaultModelsExpandDepth: 0,
  // The scopes that open an operation to a script's token.
  showExtensions: true,
  // An access token is forgotten with the page.
  persistAuthorization: false,
  // No other host is asked whether the document is valid.
  validatorUrl: null,
});
