// All invoices, rent and purchases, in one list by month, newest first. The filters are in the URL.

import { useMemo } from "preact/hooks";

import { call, get } from "../api.js";
import { CATEGORY_NAMES, category, day, money, month } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Draft, Empty, Field, Form, Loaded, Problem, View, href, html, useAction, useEffect, useLoad, useRef } from "../ui.js";
import { Fetching } from "./fetching.js";
import { correctedOf } from "./record.js";

const PAGE = 100;

// The usual heights in rem, for the length of the scrollbar.
const ROW_HEIGHT = 3.3;
const HEAD_HEIGHT = 2.4;

const FILTERS = ["category", "q", "from", "to", "vendor"];
const hasAny = (filters) => FILTERS.some((name) => filters[name]);

// `category` is one of the API's, "rental", or "retail" for all but rent.
export function Invoices({ query }) {
  const filters = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]));
  const profile = useLoad(() => get("/v1/user/me"), []);
  const list = useLoad((signal) => firstPage(filters, signal), Object.values(filters));
  const hasMailbox = profile.value?.mail_account_connected;
  return html`
    <${View} title=${t("Invoices", "Fakturor")}>
      ${hasMailbox !== false && html`<${Fetching} onDone=${list.reload} />`}
      <${Filters} filters=${filters} />
      <${Loaded} of=${list} rows=${8}>${(value) => {
        if (value.count > 0) return html`<${List} list=${list} value=${value} />`;
        return html`<${Nothing} hasFilters=${hasAny(filters)} hasMailbox=${hasMailbox} />`;
      }}</${Loaded}>
    </${View}>`;
}

// What all the filters ask for: all rent, and the first page of the purchases.
async function firstPage(filters, signal) {
  const [rent, page] = await Promise.all([
    filters.category && filters.category !== "rental" ? [] : rentRows(filters, signal),
    filters.category === "rental" ? { rows: [], count: 0 } : retailPage(filters, undefined, signal),
  ]);
  return { filters, rent, retail: page.rows, cursor: page.cursor, count: rent.length + page.count };
}

async function rentRows({ q, from, to, vendor }, signal) {
  const { data } = await call("GET", "/v1/invoices/rental", { query: { q, from, to, vendor }, signal });
  return Object.values(data?.invoices ?? {}).flat().map(rentalRow);
}

async function retailPage({ category: subtype, q, from, to, vendor }, cursor, signal) {
  const query = { subtype: subtype === "retail" ? "" : subtype, q, from, to, vendor, limit: PAGE, cursor };
  const { data } = await call("GET", "/v1/invoices/retail", { query, signal });
  return { rows: data.invoices.map(retailRow), cursor: data.next_cursor, count: data.invoiceCount };
}

export function retailRow(invoice) {
  return {
    to: href(["invoice", "retail", invoice.invoice_id], { category: invoice.sub_type }),
    vendor: invoice.vendor_name,
    category: invoice.sub_type,
    date: invoice.invoice_date ?? "",
    amount: invoice.total_amount,
    currency: invoice.currency,
    isCorrected: correctedOf(invoice).length > 0,
    isAssumed: Boolean(invoice.currency_assumed),
    isCancelled: Boolean(invoice.cancelled),
    isPaid: Boolean(invoice.paid),
  };
}

// A notice without a due date has only the month of its mail.
export function rentalRow(invoice) {
  const mailMonth = `${invoice.due_date_year}-${invoice.due_date_month.padStart(2, "0")}`;
  return {
    to: href(["invoice", "rental", invoice.InvoiceID]),
    vendor: invoice.Landlord ?? t("Landlord not stated", "Hyresvärd saknas"),
    category: "rental",
    date: invoice["Due Date"] ?? mailMonth,
    amount: invoice["Total Amount"],
    currency: invoice.Currency ?? "SEK",
    isCorrected: correctedOf(invoice).length > 0,
    isAssumed: false,
    isPaid: Boolean(invoice.paid),
    isReplaced: Boolean(invoice.replaced_by),
  };
}

export const newestFirst = (rows) => rows.toSorted((one, other) => (one.date < other.date) - (one.date > other.date));

// The rows of both kinds. Rent that is older than the last loaded purchase waits for the next page.
function merged({ rent, retail, cursor }) {
  const last = cursor && retail.at(-1)?.date;
  return newestFirst([...retail, ...(last ? rent.filter(({ date }) => date >= last) : rent)]);
}

function byMonth(rows) {
  const months = new Map();
  for (const row of rows) {
    const key = row.date.slice(0, 7);
    if (!months.has(key)) months.set(key, []);
    months.get(key).push(row);
  }
  return [...months];
}

function List({ list, value }) {
  const latest = useRef(value);
  latest.current = value;
  const more = useAction(async () => {
    const { rows, cursor } = await retailPage(value.filters, value.cursor);
    // Another filter may have been chosen meanwhile.
    if (latest.current === value) list.set({ ...value, retail: [...value.retail, ...rows], cursor });
  });
  const months = useMemo(() => byMonth(merged(value)), [value]);
  return html`
    <${Found} count=${value.count} filters=${value.filters} />
    <div class="card flush months" aria-busy=${list.busy ? "true" : undefined}>
      ${months.map(([name, rows]) => html`<${Month} key=${name} name=${name} rows=${rows} />`)}
    </div>
    <${Problem} error=${more.error} retry=${more.run} />
    ${value.cursor && html`<${More} action=${more} size=${value.retail.length} />`}`;
}

// Rows that have not changed are not compared again, and those out of view are not drawn, which keeps long lists quick.
function Month({ name, rows }) {
  return useMemo(() => html`
    <section aria-label=${monthOf(name)} style=${{ containIntrinsicHeight: `auto ${ROW_HEIGHT * rows.length + HEAD_HEIGHT}rem` }}>
      <h2 class="group-head"><span>${monthOf(name)}</span><span>${counted(rows.length, "invoice", "invoices", "faktura", "fakturor")}</span></h2>
      <ul class="rows invoices">${rows.map((row) => html`<${InvoiceRow} key=${row.to} row=${row} />`)}</ul>
    </section>`, [name, rows.length, rows[0], rows.at(-1)]);
}

// An invoice has no date if nothing says when its mail came.
const monthOf = (name) => (name ? month(name) : t("Without a date", "Utan datum"));

export function InvoiceRow({ row }) {
  const shown = row.date.length > 7 ? day(row.date) : row.date && month(row.date, "short");
  return html`<li><a href=${row.to}>
    <span class="what"><span>${row.vendor}</span>
      ${row.isCorrected && html` <span class="tag">${t("Corrected", "Rättad")}</span>`}
      ${row.isAssumed && html` <span class="tag">${t("Currency assumed", "Antagen valuta")}</span>`}
      ${row.isPaid && html` <span class="tag">${t("Paid", "Betald")}</span>`}
      ${row.isCancelled && html` <span class="tag">${t("Cancelled", "Annullerad")}</span>`}
      ${row.isReplaced && html` <span class="tag">${t("Replaced", "Ersatt")}</span>`}
    </span>
    <span class="kind quiet">${category(row.category)}</span>
    <time class="day quiet" datetime=${row.date}>${shown}</time>
    <span class=${row.amount < 0 ? "number negative" : "number"}>${money(row.amount, row.currency)}</span>
  </a></li>`;
}

// Loads the next page when the end of the list comes near, or on demand.
function More({ action, size }) {
  const place = useRef(null);
  useEffect(() => {
    if (action.busy || action.error) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && action.run(), { rootMargin: "600px" });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [size, action.busy, action.error]);
  return html`<div class="more" ref=${place}>
    <${Button} busy=${action.busy} onClick=${action.run}>${t("Show more", "Visa fler")}</${Button}>
  </div>`;
}

function Filters({ filters }) {
  // The place in the history is replaced: the way back leads out of the list, not through each letter.
  const set = (changes) => location.replace(href(["invoices"], { ...filters, ...changes }));
  const names = ["rental", "retail", ...CATEGORY_NAMES];
  return html`
    <${Form} class="row filters" role="search" label=${t("Filter invoices", "Filtrera fakturor")} onSubmit=${() => {}}>
      <${Field} label=${t("Category", "Kategori")} value=${filters.category} onChange=${(event) => set({ category: event.currentTarget.value })}>
        <option value="">${t("All", "Alla")}</option>
        ${names.map((name) => html`<option key=${name} value=${name}>${name === "retail" ? t("All but rent", "Allt utom hyra") : category(name)}</option>`)}
      </${Field}>
      <${Draft} label=${t("Search", "Sök")} type="search" maxlength="200" value=${filters.q} onCommit=${(q) => set({ q })} />
      <${Draft} label=${t("From", "Från")} type="date" min="1900-01-01" value=${filters.from} onCommit=${(from) => set({ from })} />
      <${Draft} label=${t("To", "Till")} type="date" min="1900-01-01" value=${filters.to} onCommit=${(to) => set({ to })} />
    </${Form}>`;
}

// How many invoices there are, and which filters can be taken away. Its height is the same with and without filters.
function Found({ count, filters }) {
  const { vendor } = filters;
  return html`
    <div class="found">
      <p class="quiet small" role="status">${counted(count, "invoice", "invoices", "faktura", "fakturor")}</p>
      ${hasAny(filters) && html`<p class="actions">
        ${vendor && html`<a class="button" href=${href(["invoices"], { ...filters, vendor: "" })}
          aria-label=${t(`Only ${vendor}. Show all.`, `Bara ${vendor}. Visa alla.`)}>${vendor} <span aria-hidden="true">×</span></a>`}
        <a class="button" href=${href(["invoices"])}>${t("Clear filters", "Rensa filter")}</a>
      </p>`}
    </div>`;
}

function Nothing({ hasFilters, hasMailbox }) {
  if (hasFilters) {
    return html`<${Empty} title=${t("No invoices match", "Inga fakturor matchar")}>
      <p>${t("Change the filters, or show all invoices.", "Ändra filtren eller visa alla fakturor.")}</p>
      <a class="button" href=${href(["invoices"])}>${t("Clear filters", "Rensa filter")}</a>
    </${Empty}>`;
  }
  if (hasMailbox === false) {
    return html`<${Empty} title=${t("No mailbox is connected", "Inget e-postkonto är kopplat")}>
      <p>${t("Invoices are fetched from your mailbox. Connect it to get the first ones.", "Fakturor hämtas från ditt e-postkonto. Koppla det för att få de första.")}</p>
      <a class="button primary" href=${href(["mailbox"])}>${t("Connect a mailbox", "Koppla ett e-postkonto")}</a>
    </${Empty}>`;
  }
  return html`<${Empty} title=${t("No invoices yet", "Inga fakturor än")}>
    <p>${t("Fetch new invoices, or choose from which shops and landlords they come.", "Hämta nya fakturor, eller välj vilka butiker och hyresvärdar de kommer från.")}</p>
    <a class="button" href=${href(["discovery"])}>${t("Find shops and landlords", "Hitta butiker och hyresvärdar")}</a>
  </${Empty}>`;
}
