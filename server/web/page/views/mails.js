// The mails that a search found or that were submitted, and the outcome of each.

import { get } from "../api.js";
import { Coded } from "../coded.js";
import { day } from "../format.js";
import { t } from "../language.js";
import { Draft, Empty, Loaded, ShowMore, Tabs, View, href, html, usePages } from "../ui.js";

const PAGE = 50;

// A tab shows the mails of these states; none of them stands for all.
const TABS = {
  all: { name: t("All"), states: [undefined] },
  attention: { name: t("Needs attention"), states: ["quarantined", "failed"] },
  asked: { name: t("Questions"), states: ["asked"] },
  parsed: { name: t("Invoice read"), states: ["parsed"] },
  rejected: { name: t("No invoice"), states: ["rejected"] },
  skipped: { name: t("Left out"), states: ["skipped"] },
};

// The states of the API in words: the name, the sentence, and the kind of tag.
const STATES = {
  found: [t("Waiting"), t("It is fetched next time invoices are fetched")],
  quarantined: [t("In quarantine"), t("Nothing shows that its sender is genuine"), "bad"],
  rejected: [t("No invoice"), t("It contains no invoice")],
  failed: [t("Failed"), t("It could not be fetched or read"), "bad"],
  skipped: [t("Left out"), t("It was left out")],
  fetched: [t("Fetched"), t("It was fetched, but has no documents")],
  stored: [t("Being read"), t("It is read within seconds")],
  asked: [t("Question"), t("You need to answer a question"), "bad"],
  parsed: [t("Invoice read"), t("An invoice was read from it"), "good"],
  duplicate: [t("Known already"), t("It repeats something that is known")],
  deleted: [t("Invoice deleted"), t("Its invoice was deleted")],
};

// Of several documents, the first of these states says the outcome of the mail.
const TELLING = ["asked", "parsed", "found", "stored", "failed", "duplicate", "deleted", "rejected"];

export function Mails({ query }) {
  const chosen = TABS[query.get("state")] ? query.get("state") : "all";
  const sender = query.get("sender") ?? "";
  const pages = usePages((cursor) => page(TABS[chosen].states, sender, cursor), [chosen, sender]);
  const choices = Object.entries(TABS).map(([value, { name }]) => ({ value, name, to: href(["mails"], { state: value === "all" ? "" : value, sender }) }));
  return html`<${View} title=${t("Mails")}>
    <p class="quiet">${t("All mails from your shops and landlords that were found or imported. If an invoice is missing, this list shows why.")}</p>
    <${Tabs} label=${t("State")} choices=${choices} chosen=${chosen} />
    ${(sender || pages.value?.items.length !== 0) && html`<div class="search"><${Draft} type="search" label=${t("Address of the sender")} maxlength="200" autocomplete="off" value=${sender} onCommit=${(typed) => location.replace(href(["mails"], { state: query.get("state"), sender: typed.trim() }))} /></div>`}
    <${Loaded} of=${pages} rows=${8}>${({ items }) => items.length === 0 ? html`<${NoMails} tab=${chosen} sender=${sender} />` : html`
      <ul class="card flush rows mails">${items.map((mail) => html`<${Row} key=${mail.type + mail.message_id} mail=${mail} />`)}</ul>
      <${ShowMore} pages=${pages} />`}</${Loaded}>
  </${View}>`;
}

// One page of the mails in these states, those of the first state first.
async function page(states, sender, { at, cursor } = { at: 0 }) {
  // A part of an address is a pattern of the API.
  const pattern = sender && `*${sender.replaceAll(/\s+/g, "*")}*`;
  const { messages, next_cursor } = await get("/v1/mail/messages", { state: states[at], sender: pattern, cursor, limit: PAGE });
  if (next_cursor) return { items: messages, next: { at, cursor: next_cursor } };
  if (at + 1 === states.length) return { items: messages };
  const rest = await page(states, sender, { at: at + 1 });
  return { items: [...messages, ...rest.items], next: rest.next };
}

function Row({ mail }) {
  return html`<li><a href=${href(["mail", mail.message_id])}>
    <div class="what">
      <p>${mail.subject || t("No subject")}</p>
      <p class="small quiet">${sender(mail)}${stateOf(mail) !== "parsed" && html` · <${Outcome} mail=${mail} />`}</p>
    </div>
    <div class="end">
      <${State} state=${stateOf(mail)} />
      <span class="small quiet">${dayOf(mail.received_at ?? mail.found_at)}</span>
    </div>
  </a>${stateOf(mail) === "asked" && html`<p class="below"><${AnswerLink} mail=${mail} /></p>`}</li>`;
}

// Whether a document is a PDF that can't be opened without a password.
export const isLocked = ({ state, reason_code: code }) => state === "asked" && code === "pdf-password";

// Leads to the question about a mail.
export function AnswerLink({ mail }) {
  const needsPassword = mail.documents.filter(({ state }) => state === "asked").every(isLocked);
  return html`<a href=${href(["questions", mail.message_id])}>${needsPassword ? t("Give the password") : t("Choose the total")}</a>`;
}

function NoMails({ tab, sender }) {
  if (sender || tab !== "all") {
    const nothing = tab === "attention" && !sender ? t("Nothing needs your attention") : t("No mails here");
    return html`<${Empty} title=${nothing}><a class="button" href="#/mails">${t("Show all mails")}</a></${Empty}>`;
  }
  return html`<${Empty} title=${t("No mails yet")}>
    <p>${t("Connect your mailbox or import mails from files. Then fetch your invoices.")}</p>
    <a class="button primary" href="#/mailbox">${t("Go to the mailbox")}</a>
  </${Empty}>`;
}

export function State({ state }) {
  const [name, , kind = ""] = STATES[state] ?? [state];
  return html`<span class=${`tag ${kind}`}>${name}</span>`;
}

// The outcome of a mail and why, as a sentence.
export function Outcome({ mail }) {
  const telling = tellingDocument(mail);
  const reasoned = telling ?? mail;
  const sentence = STATES[stateOf(mail)]?.[1] ?? mail.explanation;
  return html`${sentence}${reasoned.reason && html`: <${Reason} of=${reasoned} />`}.`;
}

// The reason of a mail, a document or a submitted mail.
export const Reason = ({ of: { reason, reason_code: code, reason_parameters: parameters } }) =>
  html`<${Coded} kind="reasons" code=${code} parameters=${parameters} sentence=${reason} />`;

export function sender({ sender, sender_name }) {
  if (!sender) return sender_name || t("Unknown sender");
  return sender_name ? `${sender_name} <${sender}>` : sender;
}

// The state of a fetched mail is that of its most important document.
export function stateOf(mail) {
  return tellingDocument(mail)?.state ?? mail.state;
}

function tellingDocument(mail) {
  if (mail.state !== "fetched") return undefined;
  const rank = ({ state }) => TELLING.indexOf(state);
  return [...mail.documents].sort((one, other) => rank(one) - rank(other))[0];
}

function dayOf(moment) {
  const date = new Date(moment);
  const pad = (number) => String(number).padStart(2, "0");
  return day(`${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`);
}
