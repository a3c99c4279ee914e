// One invoice: its amount, all that it states, its original, how it was read, and the corrections.

import { remove } from "../api.js";
import { category, day, money } from "../format.js";
import { t } from "../language.js";
import { Button, Confirm, Empty, Loaded, Note, Problem, View, go, href, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";
import { Correction } from "./correction.js";
import { Explanation } from "./explanation.js";
import { Original } from "./original.js";
import { PaymentCode } from "./payment.js";
import { KINDS, address, correct, facts, join, label, load, mailsOf, separate, tables, text } from "./record.js";

export function Invoice({ path: [kind, id], query }) {
  const subType = query.get("category");
  const isKnown = KINDS.includes(kind) && Boolean(id);
  const invoice = useLoad(async () => (isKnown ? load(kind, id) : null), [kind, id, subType]);
  const found = invoice.value;
  return html`
    <${View} title=${found ? found.vendor : t("Invoice", "Faktura")}
      actions=${found && kind === "retail" && html`<${Delete} invoice=${found} />`}>
      <p><a href=${href(["invoices"])}>${t("All invoices", "Alla fakturor")}</a></p>
      <${Loaded} of=${invoice}>${(value) => (value ? html`<${Details} invoice=${value} subType=${subType} reload=${invoice.reload} />` : html`<${Missing} />`)}</${Loaded}>
    </${View}>`;
}

function Missing() {
  return html`<${Empty} title=${t("There is no such invoice", "Den här fakturan finns inte")}>
    <p>${t("It may have been deleted.", "Den kan ha tagits bort.")}</p>
    <a class="button" href=${href(["invoices"])}>${t("All invoices", "Alla fakturor")}</a>
  </${Empty}>`;
}

function Details({ invoice, subType, reload }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const [saved, setSaved] = useState(null);
  const opener = useRef(null);
  const close = () => {
    setCorrecting(false);
    opener.current?.focus();
  };
  const tell = (words) => {
    setSaved(words);
    reload();
  };
  const change = async (changes) => {
    const current = await correct(invoice, changes);
    setSaved(t("Saved", "Sparat"));
    // A new sub-type is put into the address, which loads the invoice too.
    if (current && current !== subType) location.replace(href(["invoice", invoice.kind, invoice.id], { category: current }));
    else reload();
  };
  const toggle = () => {
    setSaved(null);
    setCorrecting(!isCorrecting);
  };
  const undo = useAction((name) => change({ undo: [name] }));
  const correction = useAction(change);
  const paid = useAction(() => change({ paid: !invoice.isPaid }));
  return html`
    ${saved && html`<${Note}>${saved}</${Note}>`}
    <div class="beside">
      <div class="stack">
        <${Head} invoice=${invoice} paid=${paid} />
        ${invoice.kind === "rental" && html`<${PaymentCode} path=${address(invoice.kind, invoice.id)} />`}
        <${Related} invoice=${invoice} tell=${tell} />
        <${Warnings} warnings=${invoice.warnings} />
        <section class="card">
          <div class="head">
            <h2>${t("Details", "Uppgifter")}</h2>
            <button type="button" ref=${opener} aria-expanded=${isCorrecting ? "true" : "false"} onClick=${toggle}>${t("Correct", "Rätta")}</button>
          </div>
          ${isCorrecting && html`<${Correction} invoice=${invoice} action=${correction} onClose=${close} />`}
          <${Problem} error=${undo.error} />
          <${Facts} invoice=${invoice} undo=${undo} without=${isCorrecting ? Object.values(invoice.names) : []} />
        </section>
        ${tables(invoice).map((table) => html`<${Table} key=${table.key} table=${table} currency=${invoice.currency} />`)}
      </div>
      <${Original} path=${`${address(invoice.kind, invoice.id)}/document`} />
    </div>
    <${Reading} key=${saved} invoice=${invoice} tell=${tell} />`;
}

function Head({ invoice, paid }) {
  const { total, currency, date, isAssumed, isPaid, isCancelled, isForwarded, corrected, replacedBy } = invoice;
  return html`
    <section class="card">
      <div class="stack tight">
        <p class=${total < 0 ? "figure negative" : "figure"}>${money(total, currency)}</p>
        <p class="quiet">${[date && dateInWords(invoice), category(invoice.category)].filter(Boolean).join(" · ")}</p>
        ${(isAssumed || isPaid || isCancelled || isForwarded || corrected.length > 0) && html`<p class="actions">
          ${corrected.length > 0 && html`<span class="tag">${t("Corrected", "Rättad")}</span>`}
          ${isAssumed && html`<span class="tag">${t("Currency assumed", "Antagen valuta")}</span>`}
          ${isPaid && html`<span class="tag">${t("Paid", "Betald")}</span>`}
          ${isCancelled && html`<span class="tag">${t("Cancelled", "Annullerad")}</span>`}
          ${isForwarded && html`<span class="tag">${t("Forwarded", "Vidarebefordrad")}</span>`}
        </p>`}
        ${isForwarded && html`<p class="small quiet">${t("It comes from a mail that you forwarded, so its sender is not authenticated.", "Den lästes ur ett mejl som du vidarebefordrade, så inget bevisar avsändaren.")}</p>`}
        ${isCancelled && html`<p class="small quiet">${t("It is left out of sums.", "Den räknas inte med i några summor.")}</p>`}
        ${replacedBy && html`<p class="small quiet">${t("A corrected notice replaces it:", "En rättad avi ersätter den:")} <${Link} invoice=${invoice} id=${replacedBy} /></p>`}
        ${isAssumed && html`<p class="small quiet">${t(
          `The invoice states no currency, so ${currency} is assumed. Correct it if it is another.`,
          `Fakturan anger ingen valuta, så ${currency} antas. Rätta om det är en annan.`,
        )}</p>`}
        <p><${Button} busy=${paid.busy} onClick=${paid.run}>${isPaid ? t("Mark as not paid", "Markera som obetald") : t("Mark as paid", "Markera som betald")}</${Button}></p>
        <${Problem} error=${paid.error} />
      </div>
    </section>`;
}

function Related({ invoice, tell }) {
  const action = useAction(async (id) => {
    const { before, invoice: now } = await join(invoice, id);
    const were = before.map(sum).join(" + ");
    tell(t(`${were} are one invoice of ${sum(now)} now.`, `${were} är nu en faktura på ${sum(now)}.`));
  });
  if (invoice.related.length === 0) return null;
  return html`
    <section class="card">
      <h2>${t("Invoices that may belong with it", "Fakturor som kan höra ihop med den")}</h2>
      <${Problem} error=${action.error} />
      <ul class="stack tight">${invoice.related.map((id) => html`<li key=${id} class="actions">
        <${Link} invoice=${invoice} id=${id} />
        ${invoice.kind === "retail" && html`<${Button} kind="plain small" busy=${action.busy} aria-label=${t(`The same purchase: ${id.slice(0, 8)}`, `Samma köp: ${id.slice(0, 8)}`)} onClick=${() => action.run(id)}>${t("The same purchase", "Samma köp")}</${Button}>`}
      </li>`)}</ul>
    </section>`;
}

const sum = ({ total_amount: total, currency }) => money(total, currency);

const Link = ({ invoice: { kind }, id }) => html`<a href=${href(["invoice", kind, id])}>${id.slice(0, kind === "retail" ? 8 : undefined)}</a>`;

const dateInWords = ({ kind, date }) => (kind === "rental" ? t(`Due ${day(date)}`, `Förfaller ${day(date)}`) : day(date));

function Warnings({ warnings }) {
  if (warnings.length === 0) return null;
  return html`<div class="note warning"><div class="stack tight">
    <p><strong>${t("Check this invoice", "Kontrollera den här fakturan")}</strong></p>
    <ul class="stack tight" lang="en">${warnings.map((warning) => html`<li key=${warning}>${warning}</li>`)}</ul>
  </div></div>`;
}

function Facts({ invoice, undo, without }) {
  const shown = facts(invoice).filter(({ key }) => !without.includes(key));
  return html`<dl class="facts">${shown.map(({ key, label: name, text: value }) => html`
    <dt>${name}</dt>
    <dd key=${key}>${value}${invoice.corrected.includes(key) && html`
      <span class="corrected"><span class="tag">${t("Corrected", "Rättad")}</span>
        <${Button} kind="plain small" busy=${undo.busy} aria-label=${t(`Undo: ${name}`, `Ångra: ${name}`)} onClick=${() => undo.run(key)}>${t("Undo", "Ångra")}</${Button}>
      </span>`}
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

function Delete({ invoice }) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef(null);
  const action = useAction(async () => {
    await remove(address(invoice.kind, invoice.id));
    go(["invoices"]);
  });
  const close = () => {
    setAsking(false);
    opener.current?.focus();
  };
  const sum = money(invoice.total, invoice.currency);
  return html`
    <button type="button" class="danger" ref=${opener} onClick=${() => setAsking(true)}>${t("Delete", "Ta bort")}</button>
    ${isAsking && html`<${Confirm} action=${action} onYes=${action.run} onNo=${close} yes=${t("Delete", "Ta bort")} question=${t(
      `Delete the invoice of ${sum} from ${invoice.vendor}? Its stored mails and files are deleted too. It can't be brought back.`,
      `Ta bort fakturan på ${sum} från ${invoice.vendor}? Dess sparade mejl och filer tas också bort. Det går inte att ångra.`,
    )} />`}`;
}

// Shown only where it is known which mails state the invoice. One of several mails of a purchase can be separated from it.
function Reading({ invoice, tell }) {
  const mails = useLoad(() => mailsOf(invoice.id), [invoice.id]);
  const [isOpen, setOpen] = useState(false);
  const action = useAction(async (messageId) => {
    const { invoice: now, separated } = await separate(invoice, messageId);
    const are = [now, ...separated].map(sum).join(" + ");
    tell(t(`They are invoices of their own now: ${are}.`, `De är nu egna fakturor: ${are}.`));
  });
  if (mails.error) return html`<${Problem} error=${mails.error} retry=${mails.reload} />`;
  if (!mails.value?.length) return null;
  const canSeparate = invoice.kind === "retail" && mails.value.length > 1;
  return html`
    <section class="card">
      <div class="head">
        <h2>${t("How was this read?", "Hur lästes den?")}</h2>
        <button type="button" aria-expanded=${isOpen ? "true" : "false"} onClick=${() => setOpen(!isOpen)}>
          ${isOpen ? t("Hide the reasons", "Dölj skälen") : t("Show the reasons", "Visa skälen")}
        </button>
      </div>
      <${Problem} error=${action.error} />
      ${mails.value.map(({ message_id: id, subject }) => html`<div key=${id} class="stack">
        <p>${t("It comes from the mail", "Den lästes ur mejlet")} <a href=${href(["mail", id])}>${subject || t("without a subject", "utan ämne")}</a>.
          ${canSeparate && html` <${Button} kind="plain small" busy=${action.busy} aria-label=${t(`Another purchase: ${subject}`, `Ett annat köp: ${subject}`)} onClick=${() => action.run(id)}>${t("Another purchase", "Ett annat köp")}</${Button}>`}
        </p>
        ${isOpen && html`<${Explanation} messageId=${id} />`}
      </div>`)}
    </section>`;
}
