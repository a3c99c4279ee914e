"use strict";

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
