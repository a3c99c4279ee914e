// The form that corrects an invoice. Only what was changed is sent.

import { CATEGORY_NAMES, category } from "../format.js";
import { locale, t } from "../language.js";
import { Button, Field, Form, html, useAction, useLayoutEffect, useRef } from "../ui.js";
import { label } from "./record.js";

const DECIMAL_COMMA = new Intl.NumberFormat(locale).format(0.5).includes(",");

// Maximum number of digits of an amount in the API.
const MOST_DIGITS = 15;

export function Correction({ invoice, action, onClose }) {
  const { names } = invoice;
  const before = written(invoice);
  const place = useRef(null);
  useLayoutEffect(() => place.current.querySelector("input").focus(), []);
  const save = useAction(async (values) => {
    const changes = changed(names, before, values);
    const remember = values.remember === "on";
    if (Object.keys(changes).length === 0 || (await action.run({ ...changes, ...(remember && { remember }) }))) onClose();
  });
  return html`
    <div ref=${place}>
      <${Form} label=${t("Correct the invoice", "Rätta fakturan")} action=${save.error ? save : action} onSubmit=${save.run}>
        <div class="columns">
          <${Field} label=${label(names.total)} name="total" inputmode="decimal" autocomplete="off" required defaultValue=${before.total}
            hint=${t("Negative for a refund.", "Negativt för en återbetalning.")} />
          <${Field} label=${label(names.currency)} name="currency" autocomplete="off" required maxlength="3" pattern="[A-Za-z]{3}" defaultValue=${before.currency}
            title=${t("Three letters, such as SEK", "Tre bokstäver, som SEK")} hint=${t("Three letters, such as SEK.", "Tre bokstäver, som SEK.")} />
          <${Field} label=${label(names.date)} name="date" type="date" required=${Boolean(before.date)} defaultValue=${before.date} />
          <${Field} label=${label(names.vendor)} name="vendor" autocomplete="off" required=${Boolean(before.vendor)} maxlength="200" defaultValue=${before.vendor} />
          ${names.category && html`<${Field} label=${label(names.category)} name="category">${categories(before.category).map((name) => html`
            <option key=${name} value=${name} selected=${name === before.category}>${category(name)}</option>`)}</${Field}>`}
        </div>
        <label class="check"><input type="checkbox" name="remember" />
          ${t("Remember the words beside a changed amount or day for this sender", "Kom ihåg orden intill ett ändrat belopp eller datum för avsändaren")}</label>
        <div class="actions">
          <${Button} type="submit" kind="primary" busy=${save.busy}>${t("Save", "Spara")}</${Button}>
          <button type="button" onClick=${onClose}>${t("Cancel", "Avbryt")}</button>
        </div>
      </${Form}>
    </div>`;
}

// The values as the form shows them.
function written({ total, currency, date, stored, names }) {
  return {
    total: amountText(total),
    currency,
    date: date ?? "",
    vendor: stored[names.vendor] ?? "",
    category: stored[names.category],
  };
}

// A category that is newer than this page is kept.
const categories = (current) => (CATEGORY_NAMES.includes(current) ? CATEGORY_NAMES : [current, ...CATEGORY_NAMES]);

function amountText(amount) {
  const [whole, decimals = ""] = String(amount).split(".");
  return `${whole}${DECIMAL_COMMA ? "," : "."}${decimals.padEnd(2, "0")}`;
}

// The body of the request, by the API's names.
function changed(names, before, values) {
  const read = { total: amountFrom, currency: (text) => text.toUpperCase() };
  const fields = Object.keys(names).filter((field) => values[field]?.trim() && values[field].trim() !== before[field]);
  return Object.fromEntries(fields.map((field) => [names[field], (read[field] ?? String)(values[field].trim())]));
}

// The number that "1 234,50" or "1234.50" says. The decimal is turned into a number once and never computed with.
export function amountFrom(text) {
  const match = /^([-−]?)(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d+)(?:[.,](\d{1,4}))?$/.exec(text.trim());
  if (!match) throw new Error(t(`“${text}” is no amount. Write it as 1234.50.`, `”${text}” är inget belopp. Skriv det som 1234,50.`));
  const [, sign, grouped, decimals = ""] = match;
  const whole = grouped.replaceAll(/\D/g, "");
  // "1,234" may mean either; a wrong guess would be a thousand times too much or too little.
  if (decimals.length === 3 && whole.length <= 3 && grouped === whole && whole !== "0") {
    throw new Error(t(
      `“${text}” can be read in two ways. Write ${whole}${decimals}, or ${whole}.${decimals}0.`,
      `”${text}” kan läsas på två sätt. Skriv ${whole}${decimals} eller ${whole},${decimals}0.`,
    ));
  }
  if (whole.length + decimals.length > MOST_DIGITS) {
    throw new Error(t(`An amount has at most ${MOST_DIGITS} digits.`, `Ett belopp har högst ${MOST_DIGITS} siffror.`));
  }
  return Number(`${sign && "-"}${whole}.${decimals || "0"}`);
}
