// What was spent, added up by the service: by month, by category, or by shop and landlord. Each currency has its own chart.

import { get } from "../api.js";
import { category, money, month } from "../format.js";
import { counted, t } from "../language.js";
import { Draft, Empty, Field, Form, Loaded, Tabs, View, href, html, useLoad, useState } from "../ui.js";

// The ways to add up: the name of the tab, the head of the column, and the API's name.
const GROUPINGS = {
  month: { tab: t("By month", "Per månad"), head: t("Month", "Månad"), by: "month" },
  category: { tab: t("By category", "Per kategori"), head: t("Category", "Kategori"), by: "sub_type" },
  vendor: { tab: t("By shop or landlord", "Per butik eller hyresvärd"), head: t("Shop or landlord", "Butik eller hyresvärd"), by: "vendor" },
};

// Number of rows shown at first.
const ROWS = 24;

export function Spending({ query }) {
  const by = GROUPINGS[query.get("by")] ? query.get("by") : "month";
  const filters = { kind: query.get("kind") ?? "", from: query.get("from") ?? "", to: query.get("to") ?? "" };
  const spending = useLoad(
    () => loadSpending(by, { type: filters.kind, from: filters.from, to: filters.to }),
    [by, ...Object.values(filters)],
  );
  const choices = Object.entries(GROUPINGS).map(([value, { tab }]) => ({ value, name: tab, to: href(["spending"], { by: value, ...filters }) }));
  return html`
    <${View} title=${t("Spending", "Utgifter")}>
      <${Tabs} label=${t("Add up", "Summera")} choices=${choices} chosen=${by} />
      <${Filters} by=${by} filters=${filters} />
      <${Loaded} of=${spending} rows=${6}>${(value) => html`
        <div class="stack fades" aria-busy=${spending.busy ? "true" : undefined}>
          ${value.rows.length === 0
            ? html`<${Nothing} isFiltered=${Object.values(filters).some(Boolean)} />`
            : html`<${Charts} rows=${value.rows} by=${value.by} filters=${filters} />`}
        </div>`}
      </${Loaded}>
    </${View}>`;
}

// The rows of the statistics, with what they were added up by.
export async function loadSpending(by, query) {
  const { rows } = await get("/v1/statistics/spending", { by: GROUPINGS[by].by, ...query });
  return { by, rows };
}

function Filters({ by, filters }) {
  const set = (changes) => location.replace(href(["spending"], { by, ...filters, ...changes }));
  return html`
    <${Form} class="row filters three" label=${t("Filter spending", "Filtrera utgifter")} onSubmit=${() => {}}>
      <${Field} label=${t("Kind", "Slag")} value=${filters.kind} onChange=${(event) => set({ kind: event.currentTarget.value })}>
        <option value="">${t("All", "Alla")}</option>
        <option value="rental">${category("rental")}</option>
        <option value="retail">${t("All but rent", "Allt utom hyra")}</option>
      </${Field}>
      <${Draft} label=${t("From", "Från")} type="date" min="1900-01-01" value=${filters.from} onCommit=${(from) => set({ from })} />
      <${Draft} label=${t("To", "Till")} type="date" min="1900-01-01" value=${filters.to} onCommit=${(to) => set({ to })} />
      ${Object.values(filters).some(Boolean) && html`<a class="button" href=${href(["spending"], { by })}>${t("Clear filters", "Rensa filter")}</a>`}
    </${Form}>`;
}

function Nothing({ isFiltered }) {
  return html`<${Empty} title=${t("Nothing was spent", "Inga utgifter")}>
    <p>${isFiltered
      ? t("No invoices match the filters.", "Inga fakturor matchar filtren.")
      : t("Your invoices will be summed here.", "Så snart det finns fakturor summeras de här.")}</p>
    ${!isFiltered && html`<a class="button" href=${href(["invoices"])}>${t("Invoices", "Fakturor")}</a>`}
  </${Empty}>`;
}

// The groups of rows that may be compared: those of one currency, apart from those of which it is assumed.
// The currency of most invoices comes first, the assumed last.
export function byCurrency(rows) {
  const groups = Map.groupBy(rows, (row) => `${row.currency_assumed ? "assumed" : "stated"} ${row.currency}`);
  const sizes = new Map([...groups].map(([key, members]) => [key, members.reduce((count, row) => count + row.count, 0)]));
  return [...groups]
    .map(([key, members]) => ({ key, currency: members[0].currency, isAssumed: Boolean(members[0].currency_assumed), rows: members, size: sizes.get(key) }))
    .toSorted((one, other) => one.isAssumed - other.isAssumed || other.size - one.size);
}

function Charts({ rows, by, filters }) {
  return byCurrency(rows).map((group) => html`
    <section class="card" key=${`${by} ${group.key}`}>
      <div class="head">
        <h2>${group.isAssumed ? t(`${group.currency}, assumed`, `${group.currency}, antagen`) : group.currency}</h2>
        <span class="quiet small">${counted(group.size, "invoice", "invoices", "faktura", "fakturor")}</span>
      </div>
      ${group.isAssumed && html`<p class="quiet">${t(
        `These invoices state no currency. They are taken to be in ${group.currency} and are not added to the others, which may be in another currency.`,
        `De här fakturorna anger ingen valuta. De antas vara i ${group.currency} och läggs inte ihop med de andra, eftersom valutan kan vara en annan.`,
      )}</p>`}
      <${Chart} caption=${`${GROUPINGS[by].tab}, ${group.currency}`} head=${GROUPINGS[by].head} rows=${chartRows(by, group.rows, filters)} />
    </section>`);
}

// The rows of a chart. The months keep their order, the newest first; of others the largest comes first.
export function chartRows(by, rows, filters) {
  const named = rows.map((row) => ({ ...row, ...NAMED[by](row, filters) }));
  return by === "month" ? named : named.toSorted((one, other) => (other.total ?? Infinity) - (one.total ?? Infinity));
}

// The name of a row, and the URL of its list of invoices.
const NAMED = {
  month: ({ month: name }, filters) => (name
    ? { name: month(name), to: listOf(filters, { from: later(`${name}-01`, filters.from), to: earlier(lastDay(name), filters.to) }) }
    : { name: t("Without a date", "Utan datum") }),
  category: ({ type, sub_type: subType }, filters) => {
    const name = type === "rental" ? type : subType;
    return { name: category(name), to: listOf(filters, { category: name }) };
  },
  vendor: ({ vendor_name: name }, filters) => ({ name, to: listOf(filters, { vendor: name }) }),
};

const listOf = ({ kind, from, to }, more) => href(["invoices"], { category: kind, from, to, ...more });
const later = (one, other) => (other && other > one ? other : one);
const earlier = (one, other) => (other && other < one ? other : one);

export function lastDay(name) {
  const [year, number] = name.split("-").map(Number);
  return `${name}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

// A table whose rows have bars. A row: `{name, to, total, count, currency, refunds}`. A brief one leaves out the counts.
export function Chart({ caption, head, rows, isBrief }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, ROWS);
  const largest = Math.max(...rows.map(({ total }) => Math.abs(total ?? 0)));
  return html`
    <table class=${isBrief ? "chart brief" : "chart"}>
      <caption class="unseen">${caption}</caption>
      <thead><tr>
        <th scope="col" colspan="2">${head}</th>
        <th scope="col" class="number count">${t("Invoices", "Fakturor")}</th>
        <th scope="col" class="number">${t("Total", "Summa")}</th>
      </tr></thead>
      <tbody>${shown.map((row) => html`<${ChartRow} key=${row.name} row=${row} largest=${largest} />`)}</tbody>
    </table>
    ${shown.length < rows.length && html`<div><button type="button" onClick=${() => setWhole(true)}>
      ${t(`Show all ${rows.length}`, `Visa alla ${rows.length}`)}</button></div>`}`;
}

function ChartRow({ row: { name, to, total, count, currency, refunds }, largest }) {
  const width = largest > 0 ? `${(Math.abs(total ?? 0) / largest) * 100}%` : "0";
  return html`<tr>
    <th scope="row">${to && count > 0 ? html`<a href=${to}>${name}</a>` : name}</th>
    <td class="space" aria-hidden="true">${total ? html`<div class=${total < 0 ? "bar minus" : "bar"} style=${{ width }}></div>` : null}</td>
    <td class="number count quiet">${count}</td>
    <td class=${total < 0 ? "number negative" : "number"}>
      ${total === undefined ? tooLarge(count) : html`<span class="nowrap">${money(total, currency)}</span>`}
      ${refunds !== undefined && html`<span class="refunds">${t("Refunds", "Återbetalt")} <span class="nowrap">${money(refunds, currency)}</span></span>`}
    </td>
  </tr>`;
}

const tooLarge = (count) => (count === 0 ? "–" : html`<span class="quiet">${t("too large to sum", "för stor för att summeras")}</span>`);
