// The mails that a search found or that were submitted, and the outcome of each.

import { get } from "../api.js";
import { day } from "../format.js";
import { language, t } from "../language.js";
import { Draft, Empty, Loaded, ShowMore, Tabs, View, href, html, usePages } from "../ui.js";

const PAGE = 50;

// A tab shows the mails of these states; none of them stands for all.
const TABS = {
  all: { name: t("All", "Alla"), states: [undefined] },
  attention: { name: t("Needs attention", "Behöver åtgärd"), states: ["quarantined", "failed"] },
  asked: { name: t("Questions", "Frågor"), states: ["asked"] },
  parsed: { name: t("Invoice read", "Faktura läst"), states: ["parsed"] },
  rejected: { name: t("No invoice", "Ingen faktura"), states: ["rejected"] },
  skipped: { name: t("Left out", "Utelämnade"), states: ["skipped"] },
};

// The states of the API in words: the name, the sentence in Swedish, and the kind of tag.
const STATES = {
  found: [t("Waiting", "Väntar"), "Det hämtas nästa gång fakturor hämtas"],
  quarantined: [t("In quarantine", "I karantän"), "Inget visar att avsändaren är äkta", "bad"],
  rejected: [t("No invoice", "Ingen faktura"), "Det anger ingen faktura"],
  failed: [t("Failed", "Misslyckades"), "Det kunde inte hämtas eller läsas", "bad"],
  skipped: [t("Left out", "Utelämnat"), "Det utelämnades"],
  fetched: [t("Fetched", "Hämtat"), "Det hämtades och har inga dokument"],
  stored: [t("Being read", "Läses"), "Det läses inom några sekunder"],
  asked: [t("Question", "Fråga"), "Du behöver svara på en fråga", "bad"],
  parsed: [t("Invoice read", "Faktura läst"), "En faktura lästes ur det", "good"],
  duplicate: [t("Known already", "Redan känt"), "Det upprepar något som redan är känt"],
  deleted: [t("Invoice deleted", "Faktura borttagen"), "Fakturan togs bort"],
};

// The service gives reasons in English. These are the usual ones, by their code.
const REASONS = {
  "no-total": "det anger ingen summa",
  "uncertain-total": "det är osäkert vilket belopp som är rätt",
  "uncertain-currency": "det är osäkert i vilken valuta summan är",
  "pdf-password": "pdf-filen behöver ett lösenord",
  "answered-no-invoice": "du har svarat att det inte är en faktura",
  "no-landlord": "avsändaren och ämnet hör inte till någon hyresvärd",
  "no-vendor": "avsändaren och ämnet hör inte till någon påslagen butik",
  promotion: "det är reklam",
  shipping: "det handlar om ett paket på väg",
  disclaimed: "det säger självt att det inte är ett kvitto eller en faktura",
  upcoming: "det handlar om något som inte har hänt ännu",
  forwarded: "det är ett svar eller ett vidarebefordrat mejl",
  "no-text": "det har ingen text",
};

// Of several documents, the first of these states says the outcome of the mail.
const TELLING = ["asked", "parsed", "found", "stored", "failed", "duplicate", "deleted", "rejected"];

export function Mails({ query }) {
  const chosen = TABS[query.get("state")] ? query.get("state") : "all";
  const sender = query.get("sender") ?? "";
  const pages = usePages((cursor) => page(TABS[chosen].states, sender, cursor), [chosen, sender]);
  const choices = Object.entries(TABS).map(([value, { name }]) => ({ value, name, to: href(["mails"], { state: value === "all" ? "" : value, sender }) }));
  return html`<${View} title=${t("Mails", "Mejl")}>
    <p class="quiet">${t("All mails from your shops and landlords that were found or imported. If an invoice is missing, this list shows why.",
      "Alla mejl från dina butiker och hyresvärdar som har hittats eller importerats. Saknas en faktura står det här varför.")}</p>
    <${Tabs} label=${t("State", "Tillstånd")} choices=${choices} chosen=${chosen} />
    ${(sender || pages.value?.items.length !== 0) && html`<div class="search"><${Draft} type="search" label=${t("Address of the sender", "Avsändarens adress")} maxlength="200" autocomplete="off" value=${sender} onCommit=${(typed) => location.replace(href(["mails"], { state: query.get("state"), sender: typed.trim() }))} /></div>`}
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
      <p>${mail.subject || t("No subject", "Inget ämne")}</p>
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
  return html`<a href=${href(["questions", mail.message_id])}>${needsPassword ? t("Give the password", "Ange lösenordet") : t("Choose the total", "Välj summan")}</a>`;
}

function NoMails({ tab, sender }) {
  if (sender || tab !== "all") {
    const nothing = tab === "attention" && !sender ? t("Nothing needs your attention", "Inget behöver åtgärdas") : t("No mails here", "Inga mejl här");
    return html`<${Empty} title=${nothing}><a class="button" href="#/mails">${t("Show all mails", "Visa alla mejl")}</a></${Empty}>`;
  }
  return html`<${Empty} title=${t("No mails yet", "Inga mejl ännu")}>
    <p>${t("Connect your mailbox or import mails from files. Then fetch your invoices.", "Koppla ditt e-postkonto eller importera mejl från filer. Hämta sedan dina fakturor.")}</p>
    <a class="button primary" href="#/mailbox">${t("Go to the mailbox", "Gå till e-postkontot")}</a>
  </${Empty}>`;
}

export function State({ state }) {
  const [name, , kind = ""] = STATES[state] ?? [state];
  return html`<span class=${`tag ${kind}`}>${name}</span>`;
}

// The outcome of a mail and why, as a sentence.
export function Outcome({ mail }) {
  if (language === "en") return mail.explanation;
  const telling = tellingDocument(mail);
  const reasoned = telling ?? mail;
  const sentence = STATES[stateOf(mail)]?.[1] ?? mail.explanation;
  return html`${sentence}${reasoned.reason && html`: <${Reason} of=${reasoned} />`}.`;
}

// The reason of a mail, a document or a submitted mail.
export function Reason({ of: { reason, reason_code: code } }) {
  if (language === "en") return reason;
  return REASONS[code] ?? html`<span lang="en">${reason}</span>`;
}

export function sender({ sender, sender_name }) {
  if (!sender) return sender_name || t("Unknown sender", "Okänd avsändare");
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
