// Values of an invoice that are corrected where they are shown.

import { CATEGORY_NAMES, category, number } from "../format.js";
import { locale, t } from "../language.js";
import { Button, Problem, html, useAction, useId, useLayoutEffect, useRef, useState } from "../ui.js";
import { label } from "./record.js";

const DECIMAL_COMMA = new Intl.NumberFormat(locale).format(0.5).includes(",");

// Maximum number of digits of an amount in the API.
const MOST_DIGITS = 15;

// How each field is typed, and the values that the text may mean: two at most. `hasWords` is set if the words beside the value can be
// remembered.
const FIELDS = {
  total: { input: { inputmode: "decimal" }, hint: t("Negative for a refund."), hasWords: true, read: amounts },
  currency: { input: { maxlength: 3 }, hint: t("Three letters, such as SEK."), read: currencies },
  date: { input: { type: "date" }, hasWords: true, read: stated },
  vendor: { input: { maxlength: 100 }, read: stated },
  category: { read: stated },
};

// A button with the value. Pressed, it becomes an input: Enter saves, Esc leaves. `save` gets the body of the request.
export function Correctable({ invoice, field, shown, save }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) place.current.querySelector("input, select").focus();
    else if (wasOpen.current) place.current.querySelector("button").focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const name = label(invoice.names[field]);
  return html`<span class="correctable" ref=${place}>${isOpen
    ? html`<${Editor} invoice=${invoice} field=${field} name=${name} save=${save} onClose=${() => setOpen(false)} />`
    : html`<button type="button" class="value" onClick=${() => setOpen(true)}><span class="unseen">${t("Correct")}: ${name} </span>${shown || t("Add a value")}
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20h4L19 9l-4-4L4 16zM13 7l4 4" /></svg></button>`}</span>`;
}

function Editor({ invoice, field, name, save, onClose }) {
  const { input, hint, hasWords, read } = FIELDS[field];
  const before = written(invoice)[field];
  const id = useId();
  const [choices, setChoices] = useState([]);
  const action = useAction(async (form, chosen) => {
    const { value, remember } = Object.fromEntries(new FormData(form));
    const values = chosen === undefined ? read(value.trim()) : [chosen];
    setChoices(values.length > 1 ? values : []);
    if (values.length > 1) return;
    if (values[0] !== (field === "total" ? invoice.total : before)) await save({ [invoice.names[field]]: values[0], ...(remember && { remember: true }) });
    onClose();
  });
  const submit = (event) => {
    event.preventDefault();
    action.run(event.currentTarget);
  };
  const leave = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  const shared = { id, name: "value", "aria-label": name, "aria-describedby": `${id}-about`, "aria-invalid": action.error ? "true" : undefined, onInput: () => setChoices([]) };
  return html`<form novalidate onSubmit=${submit} onKeyDown=${leave}>
    <div class="actions">
      ${field === "category"
        ? html`<select ...${shared}>${categories(before).map((value) => html`<option key=${value} value=${value} selected=${value === before}>${category(value)}</option>`)}</select>`
        : html`<input autocomplete="off" ...${input} ...${shared} defaultValue=${before} />`}
      <${Button} type="submit" kind="primary" busy=${action.busy}>${t("Save")}</${Button}>
      <button type="button" onClick=${onClose}>${t("Cancel")}</button>
    </div>
    <div id=${`${id}-about`}>
      <${Problem} error=${action.error} />
      ${choices.length > 0 && html`<div class="actions" role="alert">${t("Which amount do you mean?")}
        ${choices.map((value) => html`<button key=${value} type="button" onClick=${(event) => action.run(event.currentTarget.form, value)}>${number(value)}</button>`)}</div>`}
      ${hint && html`<p class="hint">${hint}</p>`}
    </div>
    ${hasWords && html`<label class="check"><input type="checkbox" name="remember" />
      ${t("Remember the words beside it for this sender")}</label>`}
  </form>`;
}

// The values as an input shows them.
function written({ total, currency, date, stored, names }) {
  return { total: amountText(total), currency, date: date ?? "", vendor: stored[names.vendor] ?? "", category: stored[names.category] };
}

// A category that is newer than this page is kept.
const categories = (current) => (CATEGORY_NAMES.includes(current) ? CATEGORY_NAMES : [current, ...CATEGORY_NAMES]);

function amountText(amount) {
  const [whole, decimals = ""] = String(amount).split(".");
  return `${whole}${DECIMAL_COMMA ? "," : "."}${decimals.padEnd(2, "0")}`;
}

function stated(text) {
  if (!text) throw new Error(t("A value is missing."));
  return [text];
}

function currencies(text) {
  if (!/^[a-z]{3}$/i.test(text)) throw new Error(t("A currency has three letters, such as SEK."));
  return [text.toUpperCase()];
}

// The numbers that "1 234,50", "1,234.50" or "1234.5" may mean. "1,234" may mean two: a wrong guess would be a thousand times too much or
// too little. The decimal is turned into a number once and never computed with.
export function amounts(text) {
  const match = /^([-−]?)(\d{1,3}([ \u00a0\u202f.,])\d{3}(?:\3\d{3})*|\d+)(?:([.,])(\d{1,4}))?$/.exec(text.trim());
  const [, sign, grouped, group, point, decimals = ""] = match ?? [];
  if (!match || (group && group === point)) throw new Error(t("“{text}” is no amount. Write it as 1234.50.", { text }));
  const numberOf = (whole, part) => {
    if (whole.length + part.length > MOST_DIGITS) throw new Error(t("An amount has at most {mostDigits} digits.", { mostDigits: MOST_DIGITS }));
    return Number(`${sign && "-"}${whole}.${part || "0"}`);
  };
  const groups = grouped.split(/\D/);
  const asWhole = () => numberOf(groups.join(""), decimals);
  // "1 234" and "1,234,567" have no decimals.
  if (point || groups.length !== 2 || !/[.,]/.test(group)) return [asWhole()];
  return groups[0].startsWith("0") ? [numberOf(...groups)] : [asWhole(), numberOf(...groups)];
}

// The same for an input that can't ask which number is meant.
export function amountFrom(text) {
  const [first, second] = amounts(text);
  if (second === undefined) return first;
  const [whole, decimal] = [first, second].map(amountText);
  throw new Error(t("“{text}” can be read in two ways. Write {whole} or {decimal}.", { text, whole, decimal }));
}
