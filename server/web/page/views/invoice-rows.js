// The rows of invoices in lists, and the months that they are in.

import { useMemo } from "preact/hooks";

import { CategoryTile } from "../category.js";
import { amountParts, category, day, month, recentDay } from "../format.js";
import { counted, t } from "../language.js";
import { href, html } from "../ui.js";
import { correctedOf } from "./record.js";

// The usual heights in rem, for the length of the scrollbar.
const ROW_HEIGHT = 2.8125;
const HEAD_HEIGHT = 2.25;

const NONE = [];

export function retailRow(invoice) {
  return {
    id: `retail/${invoice.invoice_id}`,
    to: href(["invoices", "retail", invoice.invoice_id]),
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
    id: `rental/${invoice.InvoiceID}`,
    to: href(["invoices", "rental", invoice.InvoiceID]),
    vendor: invoice.Landlord ?? t("Landlord not stated"),
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

// `query` is the filters of the list, which the address of an open invoice keeps.
export function InvoiceRow({ row, query = "", isOpen = false }) {
  const words = [
    row.amount < 0 && t("Refund"),
    row.isCorrected && t("Corrected"),
    row.isAssumed && t("Currency assumed"),
    row.isPaid && t("Paid"),
    row.isCancelled && t("Cancelled"),
    row.isReplaced && t("Replaced"),
  ].filter(Boolean);
  return html`<li><a href=${row.to + query} data-invoice=${row.id} aria-current=${isOpen ? "true" : undefined}>
    <${CategoryTile} name=${row.category} />
    <span class="what"><span>${row.vendor}</span>
      <span class="under">${category(row.category)}${row.date && html` · <time datetime=${row.date}>${whenOf(row)}</time>`}${words.map((word) => ` · ${word}`)}</span>
    </span>
    <${Amount} value=${row.amount} currency=${row.currency} isLeftOut=${row.isCancelled || row.isReplaced} />
  </a></li>`;
}

function whenOf({ date, category: name }) {
  if (date.length <= 7) return month(date, "short");
  const isDue = name === "rental" && date >= new Date().toLocaleDateString("sv-SE");
  return isDue ? t("due {date}", { date: recentDay(date, true) }) : recentDay(date);
}

// An amount with a small currency. One that is left out of sums is struck through.
export function Amount({ value, currency, isLeftOut = false, isSum = false }) {
  const { plus, before, text, after } = amountParts(value, currency, isSum);
  const number = html`${plus}${before && html`<small>${before}</small>`}${text}${after && html`<small>${`\u00a0${after}`}</small>`}`;
  return html`<span class=${value < 0 ? "number refund" : "number"}>${isLeftOut ? html`<s>${number}</s>` : number}</span>`;
}

// Rows that have not changed are not compared again, and those out of view are not drawn, which keeps long lists quick.
export function Month({ name, rows, sums = NONE, isWhole, query, open, version }) {
  return useMemo(() => html`
    <section aria-label=${monthOf(name)} style=${{ containIntrinsicHeight: `auto ${ROW_HEIGHT * rows.length + HEAD_HEIGHT}rem` }}>
      <h2 class="group-head"><span>${monthOf(name)}</span> <${Sums} rows=${rows} sums=${sums} isWhole=${isWhole} /></h2>
      <ul class="rows invoices">${rows.map((row) => html`<${InvoiceRow} key=${row.id} row=${row} query=${query} isOpen=${row.id === open} />`)}</ul>
    </section>`, [name, rows.length, rows[0], rows.at(-1), sums, isWhole, query, open, version]);
}

// An invoice has no date if nothing says when its mail came.
const monthOf = (name) => (name ? month(name) : t("Without a date"));

// Of a month that is not loaded as a whole, the service knows the number. The service sums by day: a notice that has only a month is not in.
function Sums({ rows, sums, isWhole }) {
  const count = isWhole ? rows.length : sums.reduce((before, sum) => before + sum.count, 0);
  const isSummed = rows.every(({ date }) => date.length > 7);
  return html`<span class="sums">
    ${count > 0 && html`<span>${counted(count, "{n} invoice", "{n} invoices")}</span>`}
    ${isSummed && sums.map(({ currency, total, currency_assumed: isAssumed }) => html`<span key=${`${currency} ${isAssumed}`}>
      ${total === undefined ? t("{currency}: too large to add up", { currency }) : html`<${Amount} isSum value=${total} currency=${currency} />`}
      ${isAssumed && t(" assumed")}</span>`)}
  </span>`;
}
