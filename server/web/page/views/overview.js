// What matters now: what was spent this month, what is due, what needs the reader, and the latest invoices. At first: what to do.

import { get } from "../api.js";
import { categoryClass } from "../category.js";
import { ChartTable, Columns, Shares } from "../chart.js";
import { category, monthName, percent, rounded } from "../format.js";
import { counted, locale, t } from "../language.js";
import { Loaded, View, href, html, useLoad, useState, useWindowEvent } from "../ui.js";
import { AssumedNote, Currencies, currencies, rowsIn } from "./currency.js";
import { FirstSteps } from "./first-steps.js";
import { Amount, InvoiceRow, newestFirst, rentalRow, retailRow } from "./invoice-rows.js";
import { CategoryRow, Sum, averageOf, categoryOf, column, largestFirst, loadSpending, monthsUntil, periodOf, sum, today } from "./spending.js";

const MONTHS = 12;
const LATEST = 5;
// Maximum number of mails that are loaded to count the questions about them.
const COUNTED = 50;

export function Overview({ query }) {
  const profile = useLoad(() => get("/v1/user/me"), []);
  const summary = useLoad(loadSummary, []);
  useWindowEvent("fetched", summary.reload);
  const account = profile.value;
  return html`
    <div class="overview">
      <${View} title=${account ? t("Hello, {name}", { name: account.name }) : t("Overview")}>
        <${Loaded} of=${profile}>${() => html`
          <${Loaded} of=${summary} rows=${6}>${(value) => html`
            <${Attention} of=${value.attention} />
            <${FirstSteps} email=${account.email} hasInvoices=${value.latest.length > 0} />
            ${value.latest.length > 0 && html`<${Summary} value=${value} query=${query} />`}`}
          </${Loaded}>`}
        </${Loaded}>
      </${View}>
    </div>`;
}

async function loadSummary() {
  const months = monthsUntil(today().slice(0, 7), MONTHS);
  const year = periodOf(months);
  const [totals, rent, rest, categories, latest, due, attention] = await Promise.all([
    loadSpending("month", year),
    loadSpending("month", { ...year, type: "rental" }),
    loadSpending("month", { ...year, type: "retail" }),
    loadSpending("sub_type", periodOf(months.slice(-1))),
    latestRows(),
    nextDue(year.from),
    // The other parts of the view say it when the service fails.
    loadAttention().catch(() => ({})),
  ]);
  return { months, totals, rent, rest, categories, latest, due, attention };
}

async function latestRows() {
  const [rental, retail] = await Promise.all([get("/v1/invoices/rental", { limit: LATEST }), get("/v1/invoices/retail", { limit: LATEST })]);
  const rent = Object.values(rental?.invoices ?? {}).flat().map(rentalRow);
  return newestFirst([...rent, ...retail.invoices.map(retailRow)]).slice(0, LATEST);
}

// The next payment of rent. A notice with several slips has later ones that may be due although the first is past.
async function nextDue(from) {
  const rental = await get("/v1/invoices/rental", { from });
  const open = Object.values(rental?.invoices ?? {}).flat().filter((invoice) => !invoice.paid && !invoice.replaced_by);
  const payments = open.flatMap((invoice) => [invoice, ...(invoice.Payments ?? [])].map((slip) => ({
    to: rentalRow(invoice).to, day: slip["Due Date"], amount: slip["Total Amount"], currency: invoice.Currency ?? "SEK",
  })));
  return payments.filter(({ day, amount }) => day >= today() && amount > 0).toSorted((one, other) => (one.day > other.day) - (one.day < other.day))[0];
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

// One line each.
function Attention({ of }) {
  const things = [
    of.questions > 0 && { to: href(["questions"]), text: documentsToLookAt(of.questions, of.hasMoreQuestions) },
    of.hasQuarantined && { to: href(["mails"], { state: "attention" }), text: t("Mails are in quarantine: their sender is not authenticated.") },
    of.hasFailed && { to: href(["mails"], { state: "attention" }), text: t("Mails could not be read.") },
    of.unread > 0 && { to: href(["notifications"]), text: of.unread === 1 ? t("You have 1 unread notification.") : t("You have {unread} unread notifications.", { unread: of.unread }) },
  ].filter(Boolean);
  if (things.length === 0) return null;
  return html`<section class="note warning attention" aria-label=${t("Needs your attention")}>
    <ul>${things.map(({ to, text }) => html`<li key=${text}><a href=${to}>${text}</a></li>`)}</ul>
  </section>`;
}

const documentsToLookAt = (count, hasMore) => (hasMore
  ? t("More than {count} documents need a look.", { count })
  : counted(count, "{n} document needs a look.", "{n} documents need a look."));

function Summary({ value, query }) {
  const { groups, chosen: group } = currencies(value.totals, query.get("currency"));
  const of = (rows) => rowsIn(group, rows);
  const period = periodOf(value.months.slice(-1));
  const listOf = (changes) => href(["invoices"], { ...period, currency: group.currency, ...changes });
  return html`
    <${Hero} value=${value} groups=${groups} group=${group} of=${of} period=${period} listOf=${listOf} />
    <div class="latest-and-categories">
      <section class="card flush">
        <div class="head latest"><h2>${t("Latest invoices")}</h2><a href=${href(["invoices"])}>${t("All invoices")}</a></div>
        <ul class="rows invoices">${value.latest.map((row) => html`<${InvoiceRow} key=${row.to} row=${row} />`)}</ul>
      </section>
      <${Categories} name=${value.months.at(-1)} group=${group} rows=${largestFirst(of(value.categories))} listOf=${listOf} />
    </div>`;
}

const PARTS = { rental: category("rental"), retail: t("All but rent") };

function Hero({ value, groups, group, of, listOf }) {
  const [totals, rent, rest] = [of(value.totals), of(value.rent), of(value.rest)];
  const columns = value.months.map((name) => {
    const parts = Object.entries({ rental: rent, retail: rest }).flatMap(([key, rows]) => rows.filter((row) => row.month === name)
      .map((row) => ({ ...row, key, name: PARTS[key], className: `of-${key}` })));
    return column(name, totals.find((row) => row.month === name), parts, {}, listOf);
  });
  const [before, now] = columns.slice(-2);
  const amountOf = ({ rows }) => rows.find((row) => row.month === now.key)?.total;
  return html`
    <section class="card hero">
      <div class="stack tight">
        <${Spent} now=${now} before=${before} currency=${group.currency} />
        <${Currencies} groups=${groups} chosen=${group} to=${(currency) => href([], { currency })} amountOf=${amountOf} />
        <${AssumedNote} group=${group} />
        ${value.due && html`<p>${t("Next due:")} <a href=${value.due.to}><strong><${Amount} isSum value=${value.due.amount} currency=${value.due.currency} /></strong> ${dueDay(value.due.day)}</a></p>`}
      </div>
      ${group.rows.length > 0
        ? html`<${Year} columns=${columns} currency=${group.currency} />`
        : html`<p class="quiet">${t("No invoices in the last 12 months.")}</p>`}
    </section>`;
}

// The months as columns, rent apart from the rest. The legend has the amounts of the month under the pointer.
function Year({ columns, currency }) {
  const [active, setActive] = useState(undefined);
  const shown = columns[active] ?? columns.at(-1);
  const average = averageOf(columns);
  const caption = t("The last 12 months, {currency}", { currency });
  return html`
    <div class="year">
      <p class="legend" aria-hidden="true">
        <strong>${shown.title}</strong>
        ${Object.entries(PARTS).map(([key, name]) => html`<span key=${key}><i class=${`of-${key}`}></i>${name} <${Sum} row=${shown.parts.find((part) => part.key === key)} /></span>`)}
        ${average > 0 && html`<span><i class="dashes"></i>${t("Average")}</span>`}
      </p>
      <${Columns} label=${caption} columns=${columns} height=${176} average=${average} onActive=${setActive} />
      <${ChartTable} caption=${caption} heads=${[t("Month"), ...Object.values(PARTS), t("Total")]}
        rows=${columns.map(({ title, row, parts }) => [title, ...Object.keys(PARTS).map((key) => sum(parts.find((part) => part.key === key))), sum(row)])} />
    </div>`;
}

const unit = (currency) => (currency === "SEK" ? "kr" : currency);

function Spent({ now, before, currency }) {
  const name = monthName(now.key);
  const total = now.row ? now.row.total : 0;
  const isRefund = total < 0;
  return html`
    <h2 class="small-head">${isRefund ? t("Refunded in {name}", { name }) : t("Spent in {name}", { name })}</h2>
    ${total === undefined
      ? html`<p>${sum(now.row)}</p>`
      : html`<p class=${isRefund ? "spent refund" : "spent"}>${isRefund && "+"}${rounded(Math.abs(total))} <small>${unit(currency)}</small></p>`}
    <p class="quiet">${change(total, before)}</p>`;
}

// The change against the month before, as a sentence.
function change(total, { key, row }) {
  const name = monthName(key);
  if (!row) return t("Nothing in {name}", { name });
  if (!(row.total > 0 && total > 0)) return `${sum(row)} ${t("in {name}", { name })}`;
  const share = total / row.total - 1;
  const than = t("than in {name}", { name });
  const words = { "-1": t("less"), 1: t("more") }[Math.sign(Math.round(share * 100))];
  if (!words) return t("As much as in {name}", { name });
  return html`<strong>${percent(Math.abs(share))} ${words}</strong> ${than} (${sum(row)})`;
}

// Within a week the weekday, else the date.
function dueDay(day) {
  const noon = new Date(`${day}T12:00:00Z`);
  const days = Math.round((noon - new Date(`${today()}T12:00:00Z`)) / 86_400_000);
  if (days === 0) return t("today");
  if (days === 1) return t("tomorrow");
  const [weekday, date] = [{ weekday: "long" }, { day: "numeric", month: "long" }].map((options) => noon.toLocaleDateString(locale, { timeZone: "UTC", ...options }));
  return days < 7 ? t("on {weekday}", { weekday }) : t("on {date}", { date });
}

function Categories({ name, group, rows, listOf }) {
  const positive = rows.every(({ total }) => total >= 0);
  const parts = rows.map((row) => ({ ...row, key: categoryOf(row), className: categoryClass(categoryOf(row)) }));
  const whole = group.rows.find((row) => row.month === name)?.total;
  const title = monthName(name);
  return html`
    <section class="card by-category">
      <div class="head"><h2>${t("{title} by category", { title })}</h2>
        <a href=${href(["spending"], { currency: group.key })}>${t("All spending")}</a></div>
      ${parts.length === 0
        ? html`<p class="quiet">${t("No invoices in {currency} this month yet.", { currency: group.currency })}</p>`
        : html`<${Shares} parts=${parts} />
          <ul class="shares-list">${parts.map((part) => html`<${CategoryRow} key=${part.key} name=${part.key} row=${part} to=${listOf({ category: part.key })}
            share=${positive && whole > 0 && percent(part.total / whole)} />`)}</ul>`}
    </section>`;
}
