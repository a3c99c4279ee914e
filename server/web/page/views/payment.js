// The code that a bank's app reads to pay a rental invoice, or the warning in its place.

import { call } from "../api.js";
import { t } from "../language.js";
import { Button, Note, Problem, html, useAction, useState } from "../ui.js";

export function PaymentCode({ path }) {
  const [picture, setPicture] = useState();
  const show = useAction(async () => setPicture(await drawn(path)));
  return html`<section class="card">
    <h2>${t("Pay with your bank's app")}</h2>
    ${picture === undefined && html`<div class="actions"><${Button} busy=${show.busy} onClick=${show.run}>${t("Show the code")}</${Button}></div>`}
    ${picture === null && html`<p class="quiet">${t("This notice has no code. It takes a mail from an authenticated sender that states all values, and an earlier notice with the same account.")}</p>`}
    ${picture === "changed" && html`<${Note} kind="warning">${t("The account has changed since the landlord's last notice. Ask the landlord before you pay.")}</${Note}>`}
    ${picture && picture !== "changed" && html`<img src=${picture} width="240" height="240" alt=${t("QR code with account, amount, reference and due date")} />`}
    <${Problem} error=${show.error} />
  </section>`;
}

// The picture's address, "changed" if the account is another one than before, nothing if there is no code.
async function drawn(path) {
  try {
    const { blob } = await call("GET", `${path}/payment-code`, { as: "blob" });
    return `data:image/svg+xml,${encodeURIComponent(await blob.text())}`;
  } catch (error) {
    if (error.code === "PAYEE_CHANGED") return "changed";
    if (error.status === 404) return null;
    throw error;
  }
}
