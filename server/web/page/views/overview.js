// What matters now: what was spent, the latest invoices, and what needs the reader. Without a mailbox: what to do first.

import { get } from "../api.js";
import { money, month } from "../format.js";
import { counted, t } from "../language.js";
import { Empty, Loaded, View, href, html, useLoad } from "../ui.js";
import { Fetching } from "./fetching.js";
import { InvoiceRow, newestFirst, rentalRow, retailRow } from "./invoices.js";
import { Chart, byCurrency, chartRows, lastDay, loadSpending } from "./spending.js";

const MONTHS = 12;
const LATEST = 6;
// Maximum number of mails that are loaded to count the questions about them.
const COUNTED = 50;

export function Overview() {
  const profile = useLoad(() => get("/v1/user/me"), []);
  const account = profile.value;
  return html`
    <${View} title=${account ? t(`Hello, ${account.name}`, `Hej ${account.name}`) : t("Overview", "Översikt")}>
      <${Loaded} of=${profile}>${({ mail_account_connected: hasMailbox }) => (hasMailbox ? html`<${Summary} />` : html`<${FirstSteps} />`)}</${Loaded}>
    </${View}>`;
}

function FirstSteps() {
  const steps = [
    {
      to: ["mailbox"],
      name: t("Connect your mailbox", "Koppla ditt e-postkonto"),
      why: t("Invoices are read from your mail. The mailbox is not changed.", "Fakturor läses ur mejl. Inget i e-postkontot ändras."),
    },
    {
      to: ["discovery"],
      name: t("Find your shops and landlords", "Hitta dina butiker och hyresvärdar"),
      why: t("The mailbox is searched for senders of invoices. You choose which to use.", "I e-postkontot söks avsändare av fakturor. Du väljer vilka som ska användas."),
    },
    {
      to: ["invoices"],
      name: t("Fetch your invoices", "Hämta dina fakturor"),
      why: t("Their mails are fetched and the invoices in them are parsed.", "Deras mejl hämtas och fakturorna i dem läses."),
    },
  ];
  return html`
    <section class="card">
      <h2>${t("First steps", "Börja här")}</h2>
      <ol class="steps">${steps.map(({ to, name, why }, index) => html`<li key=${name} class="step">
        <span class="place" aria-hidden="true">${index + 1}</span>
        <div><a href=${href(to)}>${name}</a><p class="quiet">${why}</p></div>
      </li>`)}</ol>
    </section>`;
}

function Summary() {
  const months = lastMonths(new Date());
  const [now] = months;
  const byMonth = useLoad(() => loadSpending("month", { from: `${months.at(-1)}-01`, to: lastDay(now) }), []);
  const byCategory = useLoad(() => loadSpending("category", { from: `${now}-01`, to: lastDay(now) }), []);
  const latest = useLoad(latestRows, []);
  // The other parts of the view say it when the service fails.
  const attention = useLoad(() => loadAttention().catch(() => ({})), []);
  const reload = () => [byMonth, byCategory, latest, attention].forEach((loaded) => loaded.reload());
  // Items that need attention come first, so the rest waits for them instead of moving down.
  return html`<${Loaded} of=${attention} rows=${6}>${(things) => html`
    <${Attention} of=${things} />
    <${Fetching} onDone=${reload} />
    <${Loaded} of=${byMonth}>${({ rows }) => html`
      <div class="columns even">
        <${Spent} title=${t("This month", "Den här månaden")} name=${now} rows=${rows} />
        <${Spent} title=${t("Last month", "Förra månaden")} name=${months[1]} rows=${rows} />
      </div>
      <div class="columns wide">
        <${Year} months=${months} rows=${rows} />
        <${Loaded} of=${byCategory}>${(value) => html`<${Categories} name=${now} rows=${value.rows} />`}</${Loaded}>
      </div>`}
    </${Loaded}>
    <${Loaded} of=${latest}>${(rows) => html`<${Latest} rows=${rows} />`}</${Loaded}>`}
  </${Loaded}>`;
}

// The names of this month and those before it, the newest first.
function lastMonths(today) {
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(today.getFullYear(), today.getMonth() - index, 1));
    return first.toISOString().slice(0, 7);
  });
}

async function latestRows() {
  const [rental, retail] = await Promise.all([get("/v1/invoices/rental", { limit: LATEST }), get("/v1/invoices/retail", { limit: LATEST })]);
  const rent = Object.values(rental?.invoices ?? {}).flat().map(rentalRow);
  return newestFirst([...rent, ...retail.invoices.map(retailRow)]).slice(0, LATEST);
}

async function loadAttention() {
  const [notifications, quarantined, failed, asked] = await Promise.all([
    get("/v1/notifications", { limit: 1 }),
    get("/v1/mail/messages", { state: "quarantined", limit: 1 }),
    get("/v1/mail/messages", { state: "failed", limit: 1 }),
    get("/v1/mail/messages", { state: "asked", limit: COUNTED }),
  ]);
  const questions = asked.messages.flatMap(({ documents }) => documents.filter(({ state }) => state === "asked")).length;
  return {
    unread: notifications.unread_count,
    hasQuarantined: quarantined.messages.length > 0,
    hasFailed: failed.messages.length > 0,
    questions,
    hasMoreQuestions: Boolean(asked.next_cursor),
  };
}

function Attention({ of }) {
  const things = [
    of.questions > 0 && { to: href(["questions"]), text: documentsToLookAt(of.questions, of.hasMoreQuestions) },
    of.hasQuarantined && { to: href(["mails"], { state: "attention" }), text: t("Mails are in quarantine because their sender could not be authenticated.", "Mejl ligger i karantän, eftersom avsändaren inte kunde bekräftas.") },
    of.hasFailed && { to: href(["mails"], { state: "attention" }), text: t("Mails could not be read.", "Mejl kunde inte läsas.") },
    of.unread > 0 && { to: href(["notifications"]), text: of.unread === 1 ? t("You have 1 unread notification.", "Du har 1 oläst avisering.") : t(`You have ${of.unread} unread notifications.`, `Du har ${of.unread} olästa aviseringar.`) },
  ].filter(Boolean);
  if (things.length === 0) return null;
  return html`<section class="note warning" aria-label=${t("Needs your attention", "Behöver din uppmärksamhet")}>
    <ul class="stack tight">${things.map(({ to, text }) => html`<li key=${text}><a href=${to}>${text}</a></li>`)}</ul>
  </section>`;
}

const documentsToLookAt = (count, hasMore) => (hasMore
  ? t(`More than ${count} documents need a look.`, `Fler än ${count} dokument behöver granskas.`)
  : counted(count, "document needs a look.", "documents need a look.", "dokument behöver granskas.", "dokument behöver granskas."));

function Spent({ title, name, rows }) {
  const spent = rows.filter((row) => row.month === name);
  return html`
    <section class="card">
      <div class="head"><h2>${title}</h2><span class="quiet">${month(name)}</span></div>
      ${spent.length === 0 && html`<p class="figure quiet">–</p>`}
      ${byCurrency(spent).map(({ key, isAssumed, rows: [row] }, index) => html`<p key=${key} class=${index === 0 ? "figure" : ""}>
        ${row.total === undefined ? t(`${row.currency}: too large to add up`, `${row.currency}: för stor för att summeras`) : money(row.total, row.currency)}
        ${isAssumed && html` <span class="tag">${t("Currency assumed", "Antagen valuta")}</span>`}</p>`)}
    </section>`;
}

// The months of the currency that most invoices have. A month without invoices has a row too.
function Year({ months, rows }) {
  const [main] = byCurrency(rows.filter((row) => row.month));
  if (!main) return null;
  const whole = months.map((name) => main.rows.find((row) => row.month === name) ?? { month: name, count: 0, currency: main.currency });
  return html`
    <section class="card">
      <div class="head"><h2>${t("The last 12 months", "De senaste 12 månaderna")}</h2><a href=${href(["spending"])}>${t("All spending", "Alla utgifter")}</a></div>
      <${Chart} isBrief caption=${t(`The last 12 months, ${main.currency}`, `De senaste 12 månaderna, ${main.currency}`)} head=${t("Month", "Månad")} rows=${chartRows("month", whole, {}).map((row) => ({ ...row, name: month(row.month, "short") }))} />
    </section>`;
}

function Categories({ name, rows }) {
  if (rows.length === 0) return null;
  const filters = { from: `${name}-01`, to: lastDay(name) };
  return html`
    <section class="card">
      <div class="head"><h2>${t("This month by category", "Månaden per kategori")}</h2></div>
      ${byCurrency(rows).map((group) => html`<${Chart} isBrief key=${group.key} head=${t("Category", "Kategori")}
        caption=${t(`This month by category, ${group.currency}`, `Månaden per kategori, ${group.currency}`)} rows=${chartRows("category", group.rows, filters)} />`)}
    </section>`;
}

function Latest({ rows }) {
  if (rows.length === 0) {
    return html`<${Empty} title=${t("No invoices yet", "Inga fakturor än")}>
      <p>${t("Fetch new invoices, or choose from which shops and landlords they come.", "Hämta nya fakturor, eller välj vilka butiker och hyresvärdar de kommer från.")}</p>
      <a class="button" href=${href(["discovery"])}>${t("Find shops and landlords", "Hitta butiker och hyresvärdar")}</a>
    </${Empty}>`;
  }
  return html`
    <section class="card flush">
      <div class="head latest"><h2>${t("Latest invoices", "Senaste fakturorna")}</h2><a href=${href(["invoices"])}>${t("All invoices", "Alla fakturor")}</a></div>
      <ul class="rows invoices">${rows.map((row) => html`<${InvoiceRow} key=${row.to} row=${row} />`)}</ul>
    </section>`;
}
