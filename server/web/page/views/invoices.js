// All invoices, rent and purchases, in one list by month, newest first. The open one is beside the list, or in its place if the window
// is narrow. The filters and the open invoice are in the address: `#/invoices/retail/ID?category=grocery`.

import { useMemo } from "preact/hooks";

import { call, get } from "../api.js";
import { CATEGORY_NAMES, category } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Draft, Empty, Field, Form, Loaded, Problem, View, href, html, useAction, useEffect, useKeys, useLayoutEffect, useLoad, useMedia, useRef, useWindowEvent } from "../ui.js";
import { Invoice } from "./invoice.js";
import { InvoiceRow, Month, newestFirst, rentalRow, retailRow } from "./invoice-rows.js";
import { KINDS } from "./record.js";

export { InvoiceRow, newestFirst, rentalRow, retailRow };

const PAGE = 100;

// The next page is loaded when the open invoice is so near the end of the list.
const NEAR_END = 10;

// From this width on the open invoice is beside the list, as in `style.css`.
const WIDE = "(min-width: 1100px)";

const STEPS = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 };

const FILTERS = ["category", "q", "from", "to", "vendor", "currency"];
const hasAny = (filters) => FILTERS.some((name) => filters[name]);
const isBackwards = ({ from, to }) => to && from > to;

// `category` is one of the API's, "rental", or "retail" for all but rent.
export function Invoices({ path: [kind, id], query }) {
  const filters = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]));
  const open = KINDS.includes(kind) && id ? `${kind}/${id}` : undefined;
  const isWide = useMedia(WIDE);
  const isHidden = Boolean(open) && !isWide;
  // A list that is not shown is not loaded. Once it was shown, it stays behind the invoice.
  const isNeeded = useRef(false);
  isNeeded.current ||= !isHidden;
  const list = useLoad(async (signal) => (isNeeded.current ? firstPage(filters, signal) : undefined), [...Object.values(filters), isNeeded.current]);
  useWindowEvent("fetched", list.reload);
  const { value } = list;
  const more = useMore(list);
  const rows = useMemo(() => (value ? merged(value) : []), [value]);
  const index = rows.findIndex((row) => row.id === open);
  const focusLater = usePlace(open, isWide, index >= 0, filters);

  const to = (row) => href(["invoices", ...row.id.split("/")], filters);
  const close = () => (history.state?.isFromList ? history.back() : location.replace(href(["invoices"], filters)));
  // Without an open invoice the focus moves along the rows.
  const step = (by) => {
    const from = open ? index : rows.findIndex((row) => row.id === document.activeElement.dataset.invoice);
    const next = rows[from < 0 ? 0 : from + by];
    if (next && open) replaceAddress(to(next));
    else if (next) rowOf(next.id)?.focus();
  };
  useKeys((event) => {
    // Arrows scroll the list as long as no row has the focus.
    const by = (open || event.key.length === 1 || document.activeElement.dataset.invoice) && STEPS[event.key];
    if (by) step(by);
    else if (open && event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (open && value?.cursor && index >= rows.length - NEAR_END) more.run();
  }, [open, index, rows.length]);

  // A change of the open invoice changes the list where it is, so that the reader keeps the place.
  const latest = useRef();
  latest.current = value;
  const update = async (change) => {
    const sums = await loadSums(filters).catch(() => value?.sums);
    const now = latest.current;
    // Another filter may have been chosen meanwhile.
    if (value && now.filters === value.filters) list.set({ ...now, ...change(now), sums, version: now.version + 1 });
  };
  const changed = (stored) => {
    const row = kind === "retail" ? retailRow(stored) : rentalRow(stored);
    const exchanged = (before) => before.map((other) => (other.id === row.id ? row : other));
    return update(({ rent, retail }) => ({ rent: exchanged(rent), retail: exchanged(retail) }));
  };
  const deleted = () => {
    focusLater(rows[index + 1] ?? rows[index - 1]);
    close();
    const without = (rows) => rows.filter((row) => row.id !== open);
    return update(({ rent, retail, count }) => ({ rent: without(rent), retail: without(retail), count: count - 1 }));
  };
  const shown = open && html`<${Invoice} kind=${kind} id=${id} row=${rows[index]} isBeside=${isWide} list=${href(["invoices"], filters)} onClose=${close}
    onPrevious=${index > 0 && (() => step(-1))} onNext=${index >= 0 && index < rows.length - 1 && (() => step(1))}
    onChanged=${changed} onRegrouped=${list.reload} onDeleted=${deleted} />`;
  return html`
    <div class=${open && isWide ? "split" : ""}>
      ${isNeeded.current && html`<div class="pane" hidden=${isHidden}>
        <${Listed} list=${list} more=${more} rows=${rows} filters=${filters} open=${open} path=${["invoices", kind, id].filter(Boolean)} />
      </div>`}
      ${shown && (isWide ? html`<section class="panel" aria-label=${t("The open invoice")}>${shown}</section>` : html`<div class="pane">${shown}</div>`)}
    </div>`;
}

const rowOf = (id) => document.querySelector(`[data-invoice="${CSS.escape(id ?? "")}"]`);

// Unlike `location.replace` it keeps the state, which says whether the list is one step back.
function replaceAddress(address) {
  history.replaceState(history.state, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

// Keeps the reader's place in the list while an invoice is opened, read and closed. Returns a function that says which row gets the focus
// instead of that of an invoice which is deleted.
function usePlace(open, isWide, isListed, filters) {
  const last = useRef(open);
  const before = useRef({});
  // This is measured before the list is drawn anew, narrower or wider.
  if (Boolean(open) !== Boolean(last.current)) {
    before.current = { scroll: open ? scrollY : before.current.scroll, top: rowOf(open ?? last.current)?.getBoundingClientRect().top };
  }
  useLayoutEffect(() => {
    const was = last.current;
    last.current = open;
    if (was === open) return;
    const row = rowOf(open ?? was);
    if (open && !was) history.replaceState({ isFromList: true }, "");
    if (!isWide) scrollTo(0, open ? 0 : before.current.scroll ?? 0);
    if (isWide && row && !(open && was)) scrollBy(0, row.getBoundingClientRect().top - before.current.top);
    if (isWide || !open) row?.scrollIntoView({ block: "nearest" });
    if (!open) (row ?? document.querySelector("h1")).focus({ preventScroll: true });
  }, [open]);
  // An address that is opened directly is found in the list once that is loaded.
  useEffect(() => {
    if (isListed && isWide) rowOf(open)?.scrollIntoView({ block: "nearest" });
  }, [isListed]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) scrollTo(0, 0);
    isFirst.current = false;
  }, Object.values(filters));
  return (row) => { last.current = row?.id ?? last.current; };
}

// What all the filters ask for: all rent, the first page of the purchases, and the sums of the months.
async function firstPage(filters, signal) {
  if (isBackwards(filters)) return { filters, rent: [], retail: [], count: 0, sums: new Map(), version: 0 };
  const [rent, page, sums] = await Promise.all([
    filters.category && filters.category !== "rental" ? [] : rentRows(filters, signal),
    filters.category === "rental" ? { rows: [], count: 0 } : retailPage(filters, undefined, signal),
    loadSums(filters, signal),
  ]);
  return { filters, rent, retail: page.rows, cursor: page.cursor, count: rent.length + page.count, sums, version: 0 };
}

async function rentRows({ q, from, to, vendor, currency }, signal) {
  const { data } = await call("GET", "/v1/invoices/rental", { query: { q, from, to, vendor, currency }, signal });
  return Object.values(data?.invoices ?? {}).flat().map(rentalRow);
}

async function retailPage({ category: subtype, q, from, to, vendor, currency }, cursor, signal) {
  const query = { subtype: subtype === "retail" ? "" : subtype, q, from, to, vendor, currency, limit: PAGE, cursor };
  const { data } = await call("GET", "/v1/invoices/retail", { query, signal });
  return { rows: data.invoices.map(retailRow), cursor: data.next_cursor, count: data.invoiceCount };
}

// The service's sums by month, one for each currency, that of most invoices first. There are none if a filter is set that sums don't take.
async function loadSums({ category: name, q, vendor, currency, from, to }, signal) {
  if (q || vendor) return new Map();
  const isGroup = name === "rental" || name === "retail";
  const query = { by: "month", type: name && (isGroup ? name : "retail"), subtype: isGroup ? "" : name, from, to };
  const { data } = await call("GET", "/v1/statistics/spending", { query, signal });
  const rows = data.rows.filter((row) => !currency || row.currency === currency.toUpperCase());
  const isAssumed = (row) => Boolean(row.currency_assumed);
  return Map.groupBy(rows.toSorted((one, other) => isAssumed(one) - isAssumed(other) || other.count - one.count), (row) => row.month);
}

// The rows of both kinds. Rent that is older than the last loaded purchase waits for the next page.
function merged({ rent, retail, cursor }) {
  const last = cursor && retail.at(-1)?.date;
  return newestFirst([...retail, ...(last ? rent.filter(({ date }) => date >= last) : rent)]);
}

function useMore(list) {
  const latest = useRef();
  latest.current = list.value;
  return useAction(async () => {
    const before = list.value;
    const { rows, cursor } = await retailPage(before.filters, before.cursor);
    // Another filter may have been chosen meanwhile.
    if (latest.current === before) list.set({ ...before, retail: [...before.retail, ...rows], cursor });
  });
}

function Listed({ list, more, rows, filters, open, path }) {
  const profile = useLoad(() => get("/v1/user/me"), []);
  const hasMailbox = profile.value?.mail_account_connected;
  return html`
    <${View} title=${t("Invoices")} actions=${list.value && html`<p class="quiet" role="status">${counted(list.value.count, "{n} invoice", "{n} invoices")}</p>`}>
      <${Filters} filters=${filters} path=${path} />
      <${Loaded} of=${list} rows=${8}>${(value) => (value.count > 0
        ? html`
          <${Months} rows=${rows} value=${value} open=${open} isBusy=${list.busy} />
          <${Problem} error=${more.error} retry=${more.run} />
          ${value.cursor && html`<${More} action=${more} size=${value.retail.length} />`}`
        : html`<${Nothing} filters=${filters} hasMailbox=${hasMailbox} />`)}
      </${Loaded}>
    </${View}>`;
}

function Months({ rows, value: { filters, sums, cursor, version }, open, isBusy }) {
  const months = useMemo(() => [...Map.groupBy(rows, ({ date }) => date.slice(0, 7))], [rows]);
  const query = href([], filters).slice(2);
  return html`
    <div class="card flush months" aria-busy=${isBusy ? "true" : undefined}>
      ${months.map(([name, ofMonth], index) => html`<${Month} key=${name} name=${name} rows=${ofMonth} sums=${sums.get(name)} query=${query} version=${version}
        isWhole=${!cursor || index < months.length - 1} open=${ofMonth.some((row) => row.id === open) ? open : undefined} />`)}
    </div>`;
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
    <${Button} busy=${action.busy} onClick=${action.run}>${t("Show more")}</${Button}>
  </div>`;
}

// The filters that other views set can be taken away: a vendor and a currency.
function Filters({ filters, path }) {
  const { vendor, currency } = filters;
  // The place in the history is replaced: the way back leads out of the list, not through each choice.
  const set = (changes) => location.replace(href(path, { ...filters, ...changes }));
  const names = ["rental", "retail", ...CATEGORY_NAMES];
  return html`
    <${Form} class="row filters" label=${t("Filter invoices")} onSubmit=${() => {}}>
      <${Field} label=${t("Category")} value=${filters.category} onChange=${(event) => set({ category: event.currentTarget.value })}>
        <option value="">${t("All")}</option>
        ${names.map((name) => html`<option key=${name} value=${name}>${name === "retail" ? t("All but rent") : category(name)}</option>`)}
      </${Field}>
      <${Draft} label=${t("From")} type="date" min="1900-01-01" value=${filters.from} onCommit=${(from) => set({ from })} />
      <${Draft} label=${t("To")} type="date" min="1900-01-01" value=${filters.to} onCommit=${(until) => set({ to: until })} />
      ${hasAny(filters) && html`<p class="actions">
        ${Object.entries({ vendor, currency }).map(([name, value]) => value && html`<a key=${name} class="button wrap" href=${href(path, { ...filters, [name]: "" })}
          aria-label=${t("Only {value}. Show all.", { value })}>${value} <span aria-hidden="true">×</span></a>`)}
        <a class="button" href=${href(path)}>${t("Clear filters")}</a>
      </p>`}
    </${Form}>`;
}

function Nothing({ filters, hasMailbox }) {
  if (hasAny(filters)) {
    return html`<${Empty} title=${t("No invoices match")}>
      <p>${isBackwards(filters) ? t("The first day is after the last one.") : t("Change the filters, or show all invoices.")}</p>
      <a class="button" href=${href(["invoices"])}>${t("Clear filters")}</a>
    </${Empty}>`;
  }
  if (hasMailbox === false) {
    return html`<${Empty} title=${t("No mailbox is connected")}>
      <p>${t("Connect yours, or import mails from files, to get the first invoices.")}</p>
      <a class="button primary" href=${href(["mailbox"])}>${t("Connect a mailbox")}</a>
    </${Empty}>`;
  }
  return html`<${Empty} title=${t("No invoices yet")}>
    <p>${t("Fetch new invoices, or choose from which shops and landlords they come.")}</p>
    <a class="button" href=${href(["discovery"])}>${t("Find shops and landlords")}</a>
  </${Empty}>`;
}
