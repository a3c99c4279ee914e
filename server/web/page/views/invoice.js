// One invoice: its amount, all that it states, its original, how it was read, and the corrections.

import { CategoryTile } from "../category.js";
import { Coded } from "../coded.js";
import { category, day, money } from "../format.js";
import { t } from "../language.js";
import { Button, Empty, Loaded, Note, Problem, View, href, html, route, useAction, useLayoutEffect, useLoad, useRef, useState, useTitle } from "../ui.js";
import { Answers, Undo } from "./answers.js";
import { Correctable } from "./correction.js";
import { Explanation, useReasons } from "./explanation.js";
import { Amount } from "./invoice-rows.js";
import { Original } from "./original.js";
import { PaymentCode } from "./payment.js";
import { address, correct, facts, label, load, mailsOf, tables, text } from "./record.js";

// Beside the list, or as a view of its own. `row` is what the list has of it, and `list` the address of the list. `onPrevious` and `onNext`
// are there if the list has such.
export function Invoice({ kind, id, row, isBeside, list, onClose, onPrevious, onNext, onChanged, onRegrouped, onDeleted }) {
  const invoice = useLoad(async (signal) => ({ id, found: await load(kind, id, signal) }), [kind, id]);
  // Until another one is loaded, the one before stays. One that could not be loaded is not shown as it.
  const loaded = invoice.error && invoice.value?.id !== id ? { ...invoice, value: undefined } : invoice;
  const found = loaded.value?.found;
  const content = html`<div class="fades" aria-busy=${invoice.busy ? "true" : undefined}>
    <${Loaded} of=${loaded}>${(value) => (value.found
      ? html`<${Details} key=${value.id} invoice=${value.found} reload=${invoice.reload} onChanged=${onChanged} onRegrouped=${onRegrouped} onDeleted=${onDeleted} />`
      : html`<${Missing} list=${list} />`)}</${Loaded}></div>`;
  const steps = html`
    <${Step} name=${t("Previous invoice")} keys="ArrowUp K" onClick=${onPrevious}>↑</${Step}>
    <${Step} name=${t("Next invoice")} keys="ArrowDown J" onClick=${onNext}>↓</${Step}>`;
  const known = loaded.value?.id === id ? found : row;
  const title = known?.vendor ?? t("Invoice");
  if (isBeside) {
    return html`<${Beside} title=${title} id=${id} category=${known?.category}
      actions=${html`${steps}<${Step} name=${t("Close")} keys="Escape" onClick=${onClose}>×</${Step}>`}>${content}</${Beside}>`;
  }
  const back = (event) => {
    event.preventDefault();
    onClose();
  };
  return html`<div class="back"><a href=${list} onClick=${back}>← ${t("All invoices")}</a><div class="actions">${steps}</div></div>
    <${View} id=${id} title=${title}>${content}</${View}>`;
}

function Step({ name, keys, onClick, children }) {
  return html`<button type="button" class="step-button" aria-label=${name} title=${name} aria-keyshortcuts=${keys} disabled=${!onClick} onClick=${onClick}><span aria-hidden="true">${children}</span></button>`;
}

function Beside({ title, id, category: name, actions, children }) {
  const heading = useRef(null);
  const body = useRef(null);
  useTitle(title);
  // A screen reader hears each invoice that is opened.
  useLayoutEffect(() => {
    heading.current.focus({ preventScroll: true });
    body.current.scrollTop = 0;
  }, [id]);
  return html`
    <header class="panel-head">
      ${name && html`<${CategoryTile} name=${name} />`}
      <h2 tabindex="-1" class="wrap" ref=${heading}>${title}</h2>
      <div class="actions">${actions}</div>
    </header>
    <div class="panel-body" ref=${body}>${children}</div>`;
}

function Missing({ list }) {
  return html`<${Empty} title=${t("There is no such invoice")}>
    <p>${t("It may have been deleted.")}</p>
    <a class="button" href=${list}>${t("All invoices")}</a>
  </${Empty}>`;
}

function Details({ invoice, reload, onChanged, onRegrouped, onDeleted }) {
  const [isSaved, setSaved] = useState(false);
  const [told, tell] = useState();
  const mails = useLoad(() => mailsOf(invoice.id), [invoice.id]);
  // The purchase was joined or separated.
  const regrouped = (words, undo) => {
    tell({ words, undo });
    reload();
    mails.reload();
    onRegrouped();
  };
  const change = async (changes) => {
    setSaved(false);
    const stored = await correct(invoice, changes);
    setSaved(true);
    reload();
    onChanged(stored);
  };
  const paid = useAction(() => change({ paid: !invoice.isPaid }));
  const reasons = useReasons(invoice);
  const [pointed, setPointed] = useState(undefined);
  const [wanted, setWanted] = useState(0);
  const point = ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (!key || key === pointed) return;
    setPointed(key);
    reasons.load();
  };
  const reason = pointed && reasons.of(pointed);
  const values = useRef(null);
  const correctVendor = () => values.current.querySelector(`[data-key="${CSS.escape(invoice.names.vendor)}"] .value`)?.click();
  const showOriginal = () => setWanted(wanted + 1);
  return html`
    ${told && html`<${Note}><p>${told.words}</p>${told.undo && html`<${Undo} undo=${() => told.undo().then(() => regrouped(t("Undone.")))} />`}</${Note}>`}
    <p class="unseen" role="status">${isSaved && t("Saved")}</p>
    <div class="beside">
      <div class="stack">
        <${Head} invoice=${invoice}>
          <${Answers} invoice=${invoice} mails=${mails.value} paid=${paid} tell=${regrouped} onWrongVendor=${correctVendor} onDeleted=${onDeleted} />
        </${Head}>
        ${invoice.kind === "rental" && !invoice.isPaid && html`<${PaymentCode} path=${address(invoice.kind, invoice.id)} />`}
        <${Warnings} warnings=${invoice.warnings} />
        <section class="card" ref=${values}>
          <div class="head"><h2>${t("Details")}</h2><span class="small quiet">${t("Press a value to correct it.")}</span></div>
          <${Facts} invoice=${invoice} change=${change} onPoint=${point} onShow=${showOriginal} />
          <${Why} name=${pointed && label(pointed)} reason=${reason} error=${reasons.error} onShow=${showOriginal} />
        </section>
        ${tables(invoice).map((table) => html`<${Table} key=${table.key} table=${table} currency=${invoice.currency} />`)}
      </div>
      <${Original} path=${`${address(invoice.kind, invoice.id)}/document`} mark=${reason?.mark} wanted=${wanted} />
    </div>
    <${Reading} mails=${mails} />`;
}

function Head({ invoice, children }) {
  const { total, currency, date, isAssumed, isPaid, isCancelled, isForwarded, corrected, replacedBy } = invoice;
  const tags = [corrected.length > 0 && t("Corrected"), isAssumed && t("Currency assumed"), isPaid && t("Paid"),
    isCancelled && t("Cancelled"), isForwarded && t("Forwarded")].filter(Boolean);
  return html`
    <section class="card">
      <div class="stack tight">
        <p class="figure"><${Amount} value=${total} currency=${currency} isLeftOut=${isCancelled || Boolean(replacedBy)} /></p>
        <p class="quiet">${[category(invoice.category), date && dateInWords(invoice), total < 0 && t("Refund")].filter(Boolean).join(" · ")}</p>
        ${tags.length > 0 && html`<p class="actions">${tags.map((tag) => html`<span key=${tag} class="tag">${tag}</span>`)}</p>`}
        ${isForwarded && html`<p class="small quiet">${t("It comes from a mail that you forwarded, so its sender is not authenticated.")}</p>`}
        ${isCancelled && html`<p class="small quiet">${t("It is left out of sums.")}</p>`}
        ${replacedBy && html`<p class="small quiet">${t("A corrected notice replaces it:")} <a href=${href(["invoices", "rental", replacedBy], Object.fromEntries(route().query))}>${replacedBy}</a></p>`}
        ${isAssumed && html`<p class="small quiet">${t("The invoice states no currency, so {currency} is assumed. Correct it if it is another.", { currency })}</p>`}
        ${children}
      </div>
    </section>`;
}

const dateInWords = ({ kind, date }) => (kind === "rental" ? t("Due {date}", { date: day(date) }) : day(date));

function Warnings({ warnings }) {
  if (warnings.length === 0) return null;
  return html`<div class="note warning"><div class="stack tight">
    <p><strong>${t("Check this invoice")}</strong></p>
    <ul class="stack tight">${warnings.map(({ code, parameters, sentence }) => html`<li key=${sentence}><${Coded} kind="warnings" code=${code} parameters=${parameters} sentence=${sentence} /></li>`)}</ul>
  </div></div>`;
}

// Where the chosen value comes from. It has room before one is chosen, so that nothing moves.
function Why({ name, reason, error, onShow }) {
  return html`<div class="why small quiet" role="status">${error ? html`<${Problem} error=${error} />`
    : !name ? t("Choose a value to see where it comes from.")
    : html`<span><strong>${name}:</strong> ${reason?.sentence ?? t("Loading")}</span>
      ${reason?.mark && html` <button type="button" class="plain" onClick=${onShow}>${t("Show in the original")}</button>`}`}</div>`;
}

// What a corrected value was. The amounts are of the currency that was parsed, named only if that was corrected too.
function before({ kind, names, parsed }, key) {
  if (parsed[key] === undefined) return t("added by you");
  const was = text(key, parsed[key], parsed[names.currency], kind);
  return t("was {was}", { was });
}

function Facts({ invoice, change, onPoint, onShow }) {
  const list = useRef(null);
  const undo = useAction(async (key) => {
    await change({ undo: [key] });
    // The button is gone.
    list.current?.querySelector(`[data-key="${CSS.escape(key)}"] button`)?.focus();
  });
  const fieldOf = (key) => Object.keys(invoice.names).find((field) => invoice.names[field] === key);
  return html`
    <${Problem} error=${undo.error} />
    <dl class="facts" ref=${list} onMouseMove=${onPoint} onFocusIn=${onPoint}>${facts(invoice).map(({ key, label: name, text: value }) => html`
      <dt>${name}</dt>
      <dd key=${key} data-key=${key}>
        ${fieldOf(key) ? html`<${Correctable} invoice=${invoice} field=${fieldOf(key)} shown=${value} save=${change} />`
          : html`<button type="button" class="value" title=${t("Show in the original")} onClick=${onShow}>${value}</button>`}
        ${invoice.corrected.includes(key) && html`<span class="corrected small quiet">${before(invoice, key)} ·
          <${Button} kind="plain small" busy=${undo.busy} aria-label=${t("Undo: {name}", { name })} onClick=${() => undo.run(key)}>${t("Undo")}</${Button}></span>`}
      </dd>`)}</dl>`;
}

function Table({ table: { title, columns, rows }, currency }) {
  const align = (key) => (rows.some((row) => typeof row[key] === "number") ? "number" : undefined);
  return html`
    <section class="card">
      <h2>${title}</h2>
      <div class="scroll" tabindex="0" role="group" aria-label=${title}>
        <table>
          <thead><tr>${columns.map((key) => html`<th key=${key} scope="col" class=${align(key)}>${label(key)}</th>`)}</tr></thead>
          <tbody>${rows.map((row, index) => html`<tr key=${index}>${columns.map((key) => html`
            <td key=${key} class=${align(key)}>${text(key, row[key], currency, key === "Total Amount" ? "rental" : "retail")}</td>`)}</tr>`)}</tbody>
        </table>
      </div>
    </section>`;
}

// Shown only where it is known which mails state the invoice.
function Reading({ mails }) {
  const [isOpen, setOpen] = useState(false);
  if (mails.error) return html`<${Problem} error=${mails.error} retry=${mails.reload} />`;
  if (!mails.value?.length) return null;
  return html`
    <section class="card">
      <div class="head">
        <h2>${t("How was this read?")}</h2>
        <button type="button" aria-expanded=${isOpen ? "true" : "false"} onClick=${() => setOpen(!isOpen)}>
          ${isOpen ? t("Hide the reasons") : t("Show the reasons")}
        </button>
      </div>
      ${mails.value.map(({ message_id: id, subject }) => html`<div key=${id} class="stack">
        <p>${t("It comes from the mail")} <a href=${href(["mail", id])}>${subject || t("without a subject")}</a>.</p>
        ${isOpen && html`<${Explanation} messageId=${id} />`}
      </div>`)}
    </section>`;
}
