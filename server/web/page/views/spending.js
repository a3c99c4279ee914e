// What was spent, added up by the service: by month and category, and by shop and landlord, in one currency at a time.

import { get } from "../api.js";
import { CategoryTile, categoryClass } from "../category.js";
import { ChartTable, Columns, Trend } from "../chart.js";
import { category, month, monthName, received, rounded } from "../format.js";
import { counted, t } from "../language.js";
import { Draft, Empty, Field, Form, Loaded, View, href, html, useLoad, useState, useWindowEvent } from "../ui.js";
import { AssumedNote, Currencies, currencies, rowsIn } from "./currency.js";

const RANGES = { 3: t("3 months"), 12: t("12 months"), year: t("This year"), all: t("All") };

// How many months a trend shows, and how many shops are shown at first.
const TREND = 12;
const VENDORS = 12;

export const today = () => new Date().toLocaleDateString("sv-SE");
const thisMonth = () => today().slice(0, 7);

export function Spending({ query }) {
  const filters = Object.fromEntries(["range", "kind", "from", "to", "currency"].map((name) => [name, query.get(name) ?? ""]));
  const isOwn = Boolean(filters.from || filters.to);
  const range = Object.hasOwn(RANGES, filters.range) ? filters.range : "12";
  // The months of a range, those without invoices too.
  const months = isOwn || range === "all" ? undefined : monthsUntil(thisMonth(), Number(range === "year" ? thisMonth().slice(5) : range));
  const period = months ? periodOf(months) : { from: filters.from, to: filters.to };
  const spending = useLoad(() => load(filters.kind, period, months), [filters.kind, period.from, period.to]);
  useWindowEvent("fetched", spending.reload);
  const { groups, chosen } = currencies(spending.value?.rows.months ?? [], filters.currency);
  const chips = spending.value && html`<${Currencies} groups=${groups} chosen=${chosen} to=${(currency) => href(["spending"], { ...filters, currency })} />`;
  return html`
    <${View} title=${t("Spending")} actions=${chips}>
      <${Filters} filters=${filters} range=${isOwn ? undefined : range} />
      <${Loaded} of=${spending} rows=${6}>${(value) => html`
        <div class="stack fades" aria-busy=${spending.busy ? "true" : undefined}>
          ${chosen.rows.length > 0
            ? html`<${Charts} value=${value} group=${chosen} />`
            : html`<${Nothing} isAll=${!months && !isOwn && !filters.kind && groups.length < 2} currency=${chosen.key} isBackwards=${period.to && period.from > period.to} />`}
        </div>`}
      </${Loaded}>
    </${View}>`;
}

export const periodOf = (months) => ({ from: `${months[0]}-01`, to: lastDay(months.at(-1)) });

// The names of a month and of those before it, the earliest first.
export function monthsUntil(last, count) {
  const [year, number] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, number - count + index, 1)).toISOString().slice(0, 7));
}

// The months from the earliest to the latest of these, with those between.
function monthsOf(rows) {
  const names = rows.map((row) => row.month).filter(Boolean).toSorted();
  if (names.length === 0) return [];
  const index = (name) => Number(name.slice(0, 4)) * 12 + Number(name.slice(5));
  return monthsUntil(names.at(-1), index(names.at(-1)) - index(names[0]) + 1);
}

function lastDay(name) {
  const [year, number] = name.split("-").map(Number);
  return `${name}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

export const loadSpending = async (by, query) => (await get("/v1/statistics/spending", { by, ...query })).rows;

// The rows, with what was asked for.
async function load(kind, period, names) {
  if (period.to && period.from > period.to) return { rows: { months: [] } };
  const query = { type: kind, ...period };
  const recent = `${monthsUntil((period.to || thisMonth()).slice(0, 7), TREND)[0]}-01`;
  const [months, parts, categories, vendors, trends] = await Promise.all([
    loadSpending("month", query),
    loadSpending("month,sub_type", query),
    loadSpending("sub_type", query),
    loadSpending("vendor", query),
    loadSpending("month,vendor", { ...query, from: later(recent, period.from) }),
  ]);
  return { kind, period, names, rows: { months, parts, categories: largestFirst(categories), vendors: largestFirst(vendors), trends } };
}

// A sum that is too large to be stated comes first.
export const largestFirst = (rows) => rows.toSorted((one, other) => (other.total ?? Infinity) - (one.total ?? Infinity));

const later = (one, other) => (other && other > one ? other : one);
const earlier = (one, other) => (other && other < one ? other : one);

function Filters({ filters, range }) {
  const to = (changes) => href(["spending"], { ...filters, ...changes });
  const set = (changes) => location.replace(to(changes));
  return html`
    <${Form} class="row filters" label=${t("Filter spending")} onSubmit=${() => {}}>
      <nav class="choices" aria-label=${t("Range")}>${Object.keys(RANGES).map((value) => html`
        <a key=${value} href=${to({ range: value, from: "", to: "" })} aria-current=${value === range ? "true" : undefined}>${RANGES[value]}</a>`)}</nav>
      <${Field} label=${t("Kind")} value=${filters.kind} onChange=${(event) => set({ kind: event.currentTarget.value })}>
        <option value="">${t("All")}</option>
        <option value="rental">${category("rental")}</option>
        <option value="retail">${t("All but rent")}</option>
      </${Field}>
      <${Draft} label=${t("From")} type="date" min="1900-01-01" value=${filters.from} onCommit=${(from) => set({ from })} />
      <${Draft} label=${t("To")} type="date" min="1900-01-01" value=${filters.to} onCommit=${(value) => set({ to: value })} />
      ${(filters.kind || filters.from || filters.to) && html`<a class="button" href=${to({ kind: "", from: "", to: "" })}>${t("Clear filters")}</a>`}
    </${Form}>`;
}

function Nothing({ isAll, isBackwards, currency }) {
  const none = isAll ? t("Your invoices will be summed here.")
    : t("There are no invoices of this currency, range and kind.");
  return html`<${Empty} title=${t("Nothing was spent")}>
    <p>${isBackwards ? t("The first day is after the last one.") : none}</p>
    ${isAll ? html`<a class="button" href="#/">${t("Overview")}</a>`
      : html`<a class="button" href=${href(["spending"], { range: "all", currency })}>${t("Show all")}</a>`}
  </${Empty}>`;
}

function Charts({ value: { kind, period, names: asked, rows }, group }) {
  const of = Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, rowsIn(group, all)]));
  const listOf = (changes) => href(["invoices"], { category: kind, ...period, currency: group.currency, ...changes });
  const names = asked ?? monthsOf(of.months);
  const undated = of.months.find((row) => !row.month);
  return html`
    <${AssumedNote} group=${group} />
    ${names.length > 0 && html`<${Months} of=${of} names=${names} period=${period} listOf=${listOf} />`}
    ${undated && html`<p class="quiet">${t("Without a date")}: ${counted(undated.count, "{n} invoice", "{n} invoices")}, ${sum(undated)}</p>`}
    <${Vendors} key=${group.key} rows=${of.vendors} trends=${of.trends} months=${names.filter((name) => name <= thisMonth()).slice(-TREND)} listOf=${listOf} />`;
}

// A month as a column. `parts` are what it is made of, `listOf` gives the address of invoices.
export function column(name, row, parts, period, listOf) {
  const dates = { from: later(`${name}-01`, period.from), to: earlier(lastDay(name), period.to) };
  const title = month(name);
  return {
    key: name,
    title,
    row,
    // A year begins with its number.
    tick: name.endsWith("-01") ? name.slice(0, 4) : monthName(name, "short").slice(0, 3),
    isNow: name === thisMonth(),
    name: `${title}: ${sum(row)}`,
    to: row ? listOf(dates) : undefined,
    parts: parts.map((part) => ({
      ...part, name: `${part.name}, ${title}: ${sum(part)}`, className: part.className, to: listOf({ ...dates, category: part.key }),
    })),
  };
}

// The name of a row's category in the API.
export const categoryOf = ({ type, sub_type: subType }) => (type === "rental" ? type : subType);

// The sum of a row as text. What came back is more than what was spent if it is negative.
export function sum(row) {
  if (!row) return t("nothing");
  if (row.total === undefined) return t("too large to sum");
  return row.total < 0 ? received(row.total, row.currency) : rounded(row.total, row.currency);
}

export const Sum = ({ row }) => html`<span class=${row?.total < 0 ? "number refund" : "number"}>${row ? sum(row) : "–"}</span>`;

// The average of the whole months, from the first with invoices on: where its line is drawn. Undefined for fewer than three.
export function averageOf(columns) {
  const past = columns.filter(({ key }) => key < thisMonth());
  const whole = past.slice(past.findIndex(({ row }) => row)).map(({ row }) => row?.total ?? 0);
  return whole.length < 3 ? undefined : whole.reduce((mean, total, index) => mean + (total - mean) / (index + 1), 0);
}

function Months({ of, names, period, listOf }) {
  const [active, setActive] = useState([]);
  const order = of.categories.map(categoryOf);
  // Rent is the same each month: it is lowest, so that the others can be compared.
  const stack = [...order.filter((name) => name === "rental"), ...order.filter((name) => name !== "rental")];
  const rows = Map.groupBy(of.parts, (row) => row.month);
  const partsOf = (name) => stack.flatMap((key) => (rows.get(name) ?? []).filter((row) => categoryOf(row) === key)
    .map((row) => ({ ...row, key, name: category(key), className: categoryClass(key) })));
  const columns = names.map((name) => column(name, of.months.find((row) => row.month === name), partsOf(name), period, listOf));
  const [index, part] = active;
  const shown = columns[index];
  const rowOf = (key) => (shown ? shown.parts.find((part) => part.key === key) : of.categories.find((row) => categoryOf(row) === key));
  const average = averageOf(columns);
  return html`
    <section class="card spending">
      <div>
        <${Columns} label=${t("Spending by month")} columns=${columns} height=${320} average=${average} onActive=${(...place) => setActive(place)} />
        <${ChartTable} caption=${t("By month")} heads=${[t("Month"), t("Total"), ...stack.map(category)]}
          rows=${columns.map(({ title, row, parts }) => [title, sum(row), ...stack.map((key) => sum(parts.find((part) => part.key === key)))])} />
      </div>
      <div class="stack tight">
        <h2 class="small-head"><span>${shown ? shown.title : t("By category")}</span>${shown && html`<${Sum} row=${shown.row} />`}</h2>
        <ul class="shares-list">${order.map((key) => html`<${CategoryRow} key=${key} name=${key} row=${rowOf(key)} to=${listOf({ category: key })} isActive=${key === part} />`)}</ul>
        ${average > 0 && html`<p class="quiet small"><span class="dashes"></span> ${t("Average of whole months")}</p>`}
      </div>
    </section>`;
}

// A category and its sum. `share` stands between them, if it is known.
export function CategoryRow({ name, row, to, share, isActive }) {
  return html`<li><a href=${to} class=${isActive ? "active" : ""}><${CategoryTile} name=${name} /><span class="wrap">${category(name)}</span>
    <span class="quiet number">${share}</span><${Sum} row=${row} /></a></li>`;
}

function Vendors({ rows, trends, months, listOf }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, VENDORS);
  const largest = Math.max(...rows.map(({ total }) => Math.abs(total ?? 0)));
  const totals = Map.groupBy(trends, (row) => row.vendor_name);
  return html`
    <section class="card">
      <table class="vendors">
        <caption><h2>${t("By shop and landlord")}</h2></caption>
        <thead><tr>
          <th scope="col">${t("Shop or landlord")}</th>
          <td class="space"></td>
          <th scope="col" class="trend-cell">${t("Trend")}</th>
          <th scope="col" class="number count">${t("Invoices")}</th>
          <th scope="col" class="number">${t("Total")}</th>
        </tr></thead>
        <tbody>${shown.map((row) => html`<${Vendor} key=${row.vendor_name} row=${row} largest=${largest} to=${listOf({ vendor: row.vendor_name })}
          values=${months.map((name) => totals.get(row.vendor_name)?.find((point) => point.month === name)?.total ?? 0)} />`)}</tbody>
      </table>
      ${shown.length < rows.length && html`<div><button type="button" onClick=${() => setWhole(true)}>
        ${t("Show all {n}", { n: rows.length })}</button></div>`}
    </section>`;
}

function Vendor({ row, largest, to, values }) {
  const width = largest > 0 ? `${(Math.abs(row.total ?? 0) / largest) * 100}%` : "0";
  return html`<tr>
    <th scope="row"><a href=${to}>${row.vendor_name}</a></th>
    <td class="space" aria-hidden="true">${row.total > 0 && html`<div class="bar" style=${{ width }}></div>`}</td>
    <td class="trend-cell" aria-hidden="true">${values.length > 2 && html`<${Trend} values=${values} />`}</td>
    <td class="number count quiet">${row.count}</td>
    <td class="number"><${Sum} row=${row} />
      ${row.refunds !== undefined && row.total >= 0 && html`<span class="refunds">${t("Refunds")} ${received(row.refunds, row.currency)}</span>`}</td>
  </tr>`;
}
