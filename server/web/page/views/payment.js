// The code that a bank's app reads to pay a rental invoice, or the warning in its place.

import { call } from "../api.js";
import { t } from "../language.js";
import { Loaded, Note, html, useLoad } from "../ui.js";

export function PaymentCode({ path }) {
  const code = useLoad(() => drawn(path), [path]);
  return html`<${Loaded} of=${code} rows=${1}>${(picture) => picture && html`
    <section class="card">
      <h2>${t("Pay with your bank's app", "Betala med bankens app")}</h2>
      ${picture === "changed"
        ? html`<${Note} kind="bad">${t("The account has changed since the landlord's last notice. Ask the landlord before you pay.",
          "Kontot är ett annat än på hyresvärdens förra avi. Fråga hyresvärden innan du betalar.")}</${Note}>`
        : html`<img class="code" src=${picture} width="240" height="240" alt=${t("QR code with account, amount, reference and due date", "QR-kod med konto, belopp, OCR och förfallodag")} />`}
    </section>`}
  </${Loaded}>`;
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
