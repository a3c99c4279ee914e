// The labels of a shop or a landlord: words beside values in its documents.

import { get, put } from "../api.js";
import { t } from "../language.js";
import { Button, Field, Form, Loaded, Note, Problem, html, useAction, useLoad, useState } from "../ui.js";

const CLASSES = {
  total_amount: t("the total"),
  invoice_date: t("the date"),
  due_date: t("the last day to pay"),
  order_id: t("the order number"),
  invoice_number: t("the invoice number"),
};

const own = ({ labels }) => labels.filter(({ origin }) => origin === "user").map(({ class: name, phrase }) => ({ class: name, phrase }));

// `address` is that of the shop or landlord in the API.
export function Labels({ address, name }) {
  const path = `${address}/labels`;
  const labels = useLoad(() => get(path), [path]);
  const drop = async (phrase) => labels.set(await put(path, { labels: own(labels.value).filter((label) => label.phrase !== phrase) }));
  return html`<div class="stack">
    <p class="small quiet">${t("If a value is read wrong or not at all, add the words that stand beside it in the mails.")}</p>
    <${Loaded} of=${labels} rows=${1}>${({ labels: all }) => all.length > 0 && html`<ul class="rows">${all.map((label) => html`
      <${Label} key=${label.phrase} label=${label} drop=${drop} />`)}</ul>`}</${Loaded}>
    ${labels.value && html`<${Teach} address=${address} name=${name} onTaught=${labels.set} />`}
  </div>`;
}

function Label({ label: { class: name, phrase, origin }, drop }) {
  const action = useAction(() => drop(phrase));
  return html`<li><div>
    <div class="what"><p>${t("“{phrase}”", { phrase })} – ${CLASSES[name] ?? name}</p><${Problem} error=${action.error} /></div>
    ${origin === "user" && html`<${Button} kind="plain" busy=${action.busy} onClick=${action.run} aria-label=${t("Forget {phrase}", { phrase })}>${t("Forget")}</${Button}>`}
  </div></li>`;
}

// A form that keeps a label. `words` are proposed.
export function Teach({ address, name, words = "", onTaught }) {
  const path = `${address}/labels`;
  const [kept, setKept] = useState(undefined);
  const action = useAction(async ({ phrase, field }, form) => {
    setKept(undefined);
    const labels = own(await get(path)).filter((label) => label.phrase !== phrase.trim().toLowerCase());
    onTaught(await put(path, { labels: [...labels, { class: field, phrase }] }));
    form.reset();
    setKept(phrase);
  });
  return html`<${Form} class="row" key=${words} label=${t("Add words beside a value")} action=${action} onSubmit=${action.run}>
    <${Field} label=${t("Words beside a value")} name="phrase" required maxlength="60" autocomplete="off" defaultValue=${words} />
    <${Field} label=${t("The value is")} name="field">${Object.entries(CLASSES).map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</${Field}>
    <${Button} type="submit" busy=${action.busy}>${t("Add")}</${Button}>
    ${kept && html`<${Note}>${t("“{kept}” is kept for {name}.", { kept, name })}</${Note}>`}
  </${Form}>`;
}
