// How the documents of a mail are read: each value with its reason.

import { get } from "../api.js";
import { Coded } from "../coded.js";
import { coded, language, t } from "../language.js";
import { Loaded, html, useAction, useLoad, useState } from "../ui.js";
import { Reason } from "./mails.js";
import { label, mailsOf } from "./record.js";

const OUTCOMES = {
  invoice: [t("Invoice read"), "good"],
  "not-an-invoice": [t("No invoice"), ""],
  asked: [t("Question"), "bad"],
  failed: [t("Could not be read"), "bad"],
};

// The values that an invoice doesn't list.
const FIELDS = {
  subtotal: t("Subtotal"),
  landlord_name: t("Landlord"),
  direction: t("Purchase or refund"),
  items: t("Items"),
  segments: t("Journey"),
  unknown_labels: t("Unknown labels"),
};

const explain = (messageId) => get(`/v1/mail/messages/${encodeURIComponent(messageId)}/explain`);

export function Explanation({ messageId }) {
  const explanation = useLoad(() => explain(messageId), [messageId]);
  return html`<${Loaded} of=${explanation}>${({ documents }) => documents.length === 0
    ? html`<p class="quiet">${t("Nothing stored of this mail can be parsed.")}</p>`
    : html`<div class="stack">${documents.map((document) => html`<${Reading} key=${document.part} document=${document} />`)}</div>`}
  </${Loaded}>`;
}

function Reading({ document }) {
  // The outcome says what the document is. By those of its identity it is decided which documents are about the same purchase.
  const fields = document.fields.filter(({ field }) => field !== "classification" && !field.startsWith("identity."));
  const [outcome, kind] = OUTCOMES[document.outcome] ?? [document.outcome, ""];
  return html`<section class="stack">
    <div class="actions">
      <h3 class="wrap">${partName(document)}</h3>
      <span class=${`tag ${kind}`}>${outcome}</span>
      ${document.parser && html`<span class="small quiet">${t("read by")} <span lang="en">${document.parser} ${document.parser_version}</span></span>`}
    </div>
    ${document.reason && html`<p>${t("Reason")}: <${Reason} of=${document} />.</p>`}
    ${fields.length > 0 && html`<table>
      <thead><tr><th scope="col">${t("Value")}</th><th scope="col">${t("Values and reasons")}</th></tr></thead>
      <tbody>${fields.map((field, index) => html`<${FieldRow} key=${index} field=${field} />`)}</tbody>
    </table>`}
  </section>`;
}

function FieldRow({ field }) {
  const others = field.considered.filter((considered) => !considered.startsWith(`${field.value} `));
  return html`<tr>
    <th scope="row">${fieldName(field)}</th>
    <td class="wrap">
      ${field.value ?? html`<span class="quiet">${t("left out")}</span>`}
      ${field.because && html`<p class="small quiet"><${Because} of=${field} /></p>`}
      ${others.length > 0 && html`<p class="small quiet">${t("Also considered")}: <span lang="en">${others.join("; ")}</span></p>`}
    </td>
  </tr>`;
}

// A sentence that quotes words of the document does so in English. In another language they follow the text of the rule, if it has one.
function Because({ of: { because, rule, words } }) {
  if (!words || language === "en") return html`<${Coded} kind="rules" code=${rule} sentence=${because} />`;
  return [coded("rules", rule), t("Found at “{words}”.", { words })].filter(Boolean).join(" · ");
}

function fieldName({ field, order }) {
  const name = FIELDS[field] ?? label(field);
  return order ? t("Order {order}: {name}", { order, name }) : name;
}

// The name of a part of a mail: its text, or one of its files.
export function partName({ part, file_name }) {
  if (file_name) return file_name;
  if (part === "html") return t("Text of the mail");
  return part;
}

// The reasons for the values of an invoice. They take the service a while, so they are loaded once a reader asks for the first.
export function useReasons(invoice) {
  const [fields, setFields] = useState(undefined);
  const action = useAction(async () => {
    const found = [];
    // The latest mail first, as the original is from it.
    for (const { message_id: id } of (await mailsOf(invoice.id)).reverse()) {
      found.push(...(await explain(id)).documents.flatMap((document) => document.fields));
    }
    setFields(found);
  });
  return { load: () => fields || action.run(), error: action.error, of: (key) => fields && reasonOf(invoice, key, fields) };
}

// The names of fields of rent that explanations have other names for.
const OTHER_NAMES = { landlord: "vendor_name", "total amount": "total_amount" };

// Why a value is as it is: a sentence, and the words and the value that the original can be searched for, if it states them.
function reasonOf({ stored, corrected }, key, fields) {
  if (corrected.includes(key)) return { sentence: t("You corrected this value.") };
  const name = OTHER_NAMES[key.toLowerCase()] ?? key.toLowerCase().replaceAll(" ", "_");
  const named = fields.filter(({ field }) => field === name);
  // A mail with several orders has several such values.
  const found = named.find(({ value }) => value === String(stored[key])) ?? named[0];
  if (!found?.because) return { sentence: t("No reason was recorded.") };
  const { rule, value, words } = found;
  if (rule === "vendor_name/configured") return { sentence: t("It comes from the sender of the mail.") };
  if (name === "invoice_date" && stored.invoice_date_source === "mail") return { sentence: t("It is the date of the mail.") };
  if (words) return { sentence: t("Found at “{words}”.", { words }), mark: { words, value } };
  // By these rules the value is in the document as it is.
  return { sentence: html`${t("Reason")}: <${Because} of=${found} />.`, mark: /^ocr\/|labelled$/.test(rule) && { value } };
}
