// The labels of a shop or a landlord: words beside values in its documents.

import { get, put } from "../api.js";
import { t } from "../language.js";
import { Button, Field, Form, Loaded, Note, html, useAction, useLoad, useState } from "../ui.js";

const CLASSES = {
  total_amount: t("the total", "summan"),
  invoice_date: t("the date", "datumet"),
  due_date: t("the last day to pay", "sista betalningsdag"),
  order_id: t("the order number", "ordernumret"),
  invoice_number: t("the invoice number", "fakturanumret"),
};

const own = ({ labels }) => labels.filter(({ origin }) => origin === "user").map(({ class: name, phrase }) => ({ class: name, phrase }));

// `address` is that of the shop or landlord in the API.
export function Labels({ address, name }) {
  const path = `${address}/labels`;
  const labels = useLoad(() => get(path), [path]);
  const drop = async (phrase) => labels.set(await put(path, { labels: own(labels.value).filter((label) => label.phrase !== phrase) }));
  return html`<div class="stack">
    <p class="small quiet">${t("Words beside a value in its mails. They tell what the value is.", "Ord intill ett värde i mejlen. De anger vad värdet är.")}</p>
    <${Loaded} of=${labels} rows=${1}>${({ labels: all }) => all.length > 0 && html`<ul class="rows">${all.map((label) => html`
      <${Label} key=${label.phrase} label=${label} drop=${drop} />`)}</ul>`}</${Loaded}>
    ${labels.value && html`<${Teach} address=${address} name=${name} onTaught=${labels.set} />`}
  </div>`;
}

function Label({ label: { class: name, phrase, origin }, drop }) {
  const action = useAction(() => drop(phrase));
  return html`<li><div>
    <p class="wrap">“${phrase}” – ${CLASSES[name] ?? name}</p>
    ${origin === "user" && html`<${Button} kind="plain" busy=${action.busy} onClick=${action.run} aria-label=${t(`Forget ${phrase}`, `Glöm ${phrase}`)}>${t("Forget", "Glöm")}</${Button}>`}
  </div></li>`;
}

// A form that keeps a label. `words` are proposed.
export function Teach({ address, name, words = "", onTaught }) {
  const path = `${address}/labels`;
  const [kept, setKept] = useState(undefined);
  const action = useAction(async ({ phrase, field }) => {
    setKept(undefined);
    const labels = own(await get(path)).filter((label) => label.phrase !== phrase.trim().toLowerCase());
    onTaught(await put(path, { labels: [...labels, { class: field, phrase }] }));
    setKept(phrase);
  });
  return html`<${Form} class="row" key=${words} label=${t("Teach a label", "Lär in en etikett")} action=${action} onSubmit=${action.run}>
    <${Field} label=${t("Words", "Ord")} name="phrase" required maxlength="60" autocomplete="off" defaultValue=${words} />
    <${Field} label=${t("They name", "De anger")} name="field">${Object.entries(CLASSES).map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</${Field}>
    <${Button} type="submit" busy=${action.busy}>${t("Teach", "Lär in")}</${Button}>
    ${kept && html`<${Note}>${t(`“${kept}” is kept for ${name}.`, `”${kept}” är sparat för ${name}.`)}</${Note}>`}
  </${Form}>`;
}
