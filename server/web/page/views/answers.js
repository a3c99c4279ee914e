// What a reader can say about an invoice at its head: it is paid, its shop is wrong, it is the same purchase as another one, one of its
// mails is about another purchase, or it isn't an invoice. What is done can be undone, or the reader is asked first.

import { post, remove } from "../api.js";
import { day, money } from "../format.js";
import { t } from "../language.js";
import { toast } from "../toasts.js";
import { Button, Confirm, Loaded, Problem, go, href, html, route, useAction, useLoad, useRef, useState } from "../ui.js";
import { address, join, mailsOf, nearInvoices, separate } from "./record.js";

// `tell` gets what was done in words, and how to undo it. `onWrongVendor` opens the correction of the vendor.
export function Answers({ invoice, mails = [], paid, tell, onWrongVendor, onDeleted }) {
  const isRetail = invoice.kind === "retail";
  const [open, setOpen] = useState(invoice.related.length > 0 ? "same" : undefined);
  const row = useRef(null);
  const asked = askedDocument(invoice, mails);
  const toggle = (name) => ({ "aria-expanded": open === name ? "true" : "false", onClick: () => setOpen(open === name ? undefined : name) });
  const done = (words, undo) => {
    setOpen(undefined);
    // The pressed button is gone.
    row.current?.querySelector("button").focus();
    tell(words, undo);
  };
  return html`
    <div class="actions answers" ref=${row}>
      <${Button} busy=${paid.busy} onClick=${paid.run}>${invoice.isPaid ? t("Mark as not paid") : t("Mark as paid")}</${Button}>
      <button type="button" class="plain" title=${t("Correct the name")} onClick=${onWrongVendor}>${isRetail ? t("Wrong shop") : t("Wrong landlord")}</button>
      ${isRetail && html`<button type="button" class="plain" title=${t("Join it with another invoice")} ...${toggle("same")}>${t("Same purchase as…")}</button>`}
      ${isRetail && mails.length > 1 && html`<button type="button" class="plain" title=${t("Separate one of its mails")} ...${toggle("other")}>${t("Not the same")}</button>`}
      ${asked && html`<${NotAnInvoice} asked=${asked} onDeleted=${onDeleted} />`}
      ${isRetail && html`<${Delete} invoice=${invoice} name=${asked ? t("Delete…") : t("Not an invoice…")} onDeleted=${onDeleted} />`}
    </div>
    <${Problem} error=${paid.error} />
    ${open === "same" && html`<${SamePurchase} invoice=${invoice} tell=${done} />`}
    ${open === "other" && html`<${OtherPurchase} invoice=${invoice} mails=${mails} tell=${done} />`}`;
}

const sum = ({ total_amount: total, currency }) => money(total, currency);
const inWords = (...parts) => parts.filter(Boolean).join(" · ");

// The invoices that it may belong with. Those of a landlord can't be joined.
function SamePurchase({ invoice, tell }) {
  const near = useLoad(() => nearInvoices(invoice), [invoice.id]);
  const action = useAction(async (id) => {
    const both = await Promise.all([mailsOf(id), mailsOf(invoice.id)]);
    const { before, invoice: now } = await join(invoice, id);
    const were = before.map(sum).join(" + ");
    // A part that was joined of several mails itself can't be separated in one step.
    const [mail] = both.find(({ length }) => length === 1) ?? [];
    tell(t("{were} are one invoice of {sum} now.", { were, sum: sum(now) }), mail && (() => separate({ id: now.invoice_id }, mail.message_id)));
  });
  return html`<${Loaded} of=${near} rows=${1}>${(others) => (others.length === 0
    ? html`<p class="small quiet">${t("No other invoice from this shop or of this amount within 30 days.")}</p>`
    : html`<${Choices} action=${action} name=${invoice.kind === "retail" && t("The same purchase")}
        question=${invoice.kind === "rental" ? t("It may belong with:")
          : t("Which is the other one? The two become one invoice, with the total of the latest mail.")}
        choices=${others.map(({ kind, id, vendor, total, currency, date }) => ({
          id, to: href(["invoices", kind, id], Object.fromEntries(route().query)), text: inWords(vendor, money(total, currency), day(date)),
        }))} />`)}</${Loaded}>`;
}

function OtherPurchase({ invoice, mails, tell }) {
  const action = useAction(async (messageId) => {
    const { invoice: now, separated } = await separate(invoice, messageId);
    const are = [now, ...separated].map(sum).join(" + ");
    tell(t("They are invoices of their own now: {are}.", { are }), () => join({ id: now.invoice_id }, separated[0].invoice_id));
  });
  return html`<${Choices} action=${action} name=${t("Another purchase")}
    question=${t("Which mail is about another purchase? It gets an invoice of its own.")}
    choices=${mails.map(({ message_id: id, subject, received_at: at }) => ({
      id, to: href(["mail", id]), text: inWords(subject || t("without a subject"), day(at?.slice(0, 10))),
    }))} />`;
}

// Links, each with the button that chooses it.
function Choices({ action, name, question, choices }) {
  return html`<p class="small quiet">${question}</p>
    <${Problem} error=${action.error} />
    <ul>${choices.map(({ id, to, text }) => html`<li key=${id} class="choice">
      <a class="wrap" href=${to}>${text}</a>
      ${name && html`<${Button} kind="plain small" busy=${action.busy} aria-label=${`${name}: ${text}`} onClick=${() => action.run(id)}>${name}</${Button}>`}
    </li>`)}</ul>`;
}

// The document of an invoice that can be answered about. The service takes answers about those alone that it has asked about.
function askedDocument({ id }, mails) {
  const documents = mails.flatMap((mail) => mail.documents.map((document) => ({ ...document, mail: mail.message_id }))).filter(({ invoice_ids: ids }) => ids.includes(id));
  return documents.length === 1 && documents[0].candidates ? documents[0] : undefined;
}

function NotAnInvoice({ asked: { mail, part, answer }, onDeleted }) {
  const path = `/v1/mail/messages/${encodeURIComponent(mail)}/answer`;
  // The mail's view waits until it is read again.
  const takeBack = async () => {
    await (answer ? post(path, { ...answer, part }) : remove(`${path}?${new URLSearchParams({ part })}`));
    toast("answer");
    go(["mail", mail]);
  };
  const action = useAction(async () => {
    await post(path, { not_an_invoice: true, part });
    toast("answer", html`<p>${t("It doesn't count as an invoice. Its mail is kept.")}</p><${Undo} undo=${takeBack} />`);
    onDeleted();
  });
  return html`<${Button} kind="plain" busy=${action.busy} title=${t("Takes the invoice away and keeps its mail")} onClick=${action.run}>${t("Not an invoice")}</${Button}>
    <${Problem} error=${action.error} />`;
}

export function Undo({ undo }) {
  const action = useAction(undo);
  return html`<${Problem} error=${action.error} /><${Button} kind="plain small" busy=${action.busy} onClick=${action.run}>${t("Undo")}</${Button}>`;
}

function Delete({ invoice, name, onDeleted }) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef(null);
  const action = useAction(async () => {
    await remove(address(invoice.kind, invoice.id));
    onDeleted();
  });
  const close = () => {
    setAsking(false);
    opener.current?.focus();
  };
  const amount = money(invoice.total, invoice.currency);
  return html`
    <button type="button" class="plain" title=${t("Deletes it with its mails. You are asked first.")} ref=${opener} onClick=${() => setAsking(true)}>${name}</button>
    ${isAsking && html`<${Confirm} action=${action} onYes=${action.run} onNo=${close} yes=${t("Delete")} question=${t("Delete the invoice of {amount} from {vendor}? Its stored mails and files are deleted too, and fetching doesn't bring it back.", { amount, vendor: invoice.vendor })} />`}`;
}
