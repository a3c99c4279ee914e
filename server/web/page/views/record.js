// The record of one invoice of either kind: its URL, the names of its fields, and the format of their values.

import { call, get, patch, post } from "../api.js";
import { category, day, money, number } from "../format.js";
import { locale, t } from "../language.js";

// The names that the two kinds have for the fields that can be corrected.
const FIELDS = {
  retail: { total: "total_amount", currency: "currency", date: "invoice_date", vendor: "vendor_name", category: "sub_type" },
  rental: { total: "Total Amount", currency: "Currency", date: "Due Date", vendor: "Landlord" },
};

export const KINDS = Object.keys(FIELDS);

export const address = (kind, id) => `/v1/invoices/${kind}/${encodeURIComponent(id)}`;

// The invoice, or null if there is none of that id.
export async function load(kind, id, signal) {
  try {
    const { data: found } = await call("GET", address(kind, id), { signal });
    return found ? record(kind, id, found) : null;
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

function record(kind, id, stored) {
  const names = FIELDS[kind];
  return {
    kind,
    // Of a purchase that was joined with another one it is the other's.
    id: stored.invoice_id ?? id,
    names,
    stored,
    total: stored[names.total],
    currency: stored[names.currency] ?? "SEK",
    date: stored[names.date],
    vendor: stored[names.vendor] ?? t("Landlord not stated"),
    category: kind === "rental" ? "rental" : stored.sub_type,
    // Of rent, SEK is never stated.
    isAssumed: kind === "retail" && !stored.currency,
    corrected: correctedOf(stored),
    parsed: stored.parsed ?? {},
    warnings: (stored.warnings ?? []).map((sentence, index) => ({ sentence, ...stored.warning_codes?.[index] })),
    isCancelled: Boolean(stored.cancelled),
    isPaid: Boolean(stored.paid),
    isForwarded: Boolean(stored.forwarded),
    // The ids of invoices of the same kind.
    related: stored.related ?? [],
    replacedBy: stored.replaced_by,
  };
}

// The names of the corrected values. Whether an invoice was paid is a mark, shown on its own.
export const correctedOf = ({ corrected = [] }) => corrected.filter((name) => name !== "paid");

// Sends corrections. Returns the invoice as lists have it now.
export const correct = ({ kind, id }, changes) => patch(address(kind, id), changes);

// The mails that the invoice was read from, oldest first.
export async function mailsOf(id) {
  const { messages } = await get("/v1/mail/messages", { invoice: id });
  return messages.filter(({ documents }) => documents.some(({ invoice_ids: ids }) => ids.includes(id))).reverse();
}

// The invoices that one may belong with: those that the service says, then purchases of the same shop or amount within thirty days.
export async function nearInvoices({ kind, id, related, total, date, vendor }) {
  const known = (await Promise.all(related.map((other) => load(kind, other)))).filter(Boolean);
  if (kind === "rental" || !date) return known;
  const shifted = (days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const { invoices } = await get("/v1/invoices/retail", { from: shifted(-30), to: shifted(30) });
  const near = invoices.map((stored) => record(kind, stored.invoice_id, stored)).filter((other) => other.id !== id && !related.includes(other.id)
    && (other.vendor === vendor || other.total === total) && Math.sign(other.total) === Math.sign(total));
  const distance = (other) => Math.abs(new Date(other.date) - new Date(date));
  return [...known, ...near.sort((one, other) => distance(one) - distance(other))].slice(0, 6);
}

// Says that a purchase is the same as another one. Returns both as they were, and what they are now.
export const join = ({ id }, other) => post(`${address("retail", id)}/join`, { with: other });

// Says that a mail of a purchase is about another one. Returns what they are now.
export const separate = ({ id }, message) => post(`${address("retail", id)}/separate`, { message_id: message });

const HIDDEN = new Set(["UserID", "InvoiceID", "invoice_id", "due_date_month", "due_date_year", "corrected", "warnings", "warning_codes", "parsed", "cancelled", "paid", "forwarded", "related", "replaced_by"]);
const TABLES = { items: t("Items"), segments: t("Journey"), Payments: t("Further payments") };

// The fields with a value of their own: those that can be corrected, also without a value, then the other amounts, then the rest, in the
// order of the labels.
export function facts({ stored, names, currency, kind }) {
  const first = Object.values(names);
  const others = Object.keys(stored).filter((key) => !first.includes(key)).sort((one, other) => rank(one) - rank(other));
  const amounts = others.filter((key) => typeof stored[key] === "number");
  return [...new Set([...first, ...amounts, ...others])]
    .filter((key) => !HIDDEN.has(key) && !TABLES[key])
    .map((key) => ({ key, label: label(key), text: text(key, stored[key] ?? (key === names.currency ? currency : undefined), currency, kind) }));
}

// The fields that are lists of several values each.
export function tables({ stored }) {
  return Object.keys(TABLES)
    .filter((key) => stored[key]?.length > 0)
    .map((key) => ({ key, title: TABLES[key], columns: columns(stored[key]), rows: stored[key] }));
}

// The columns that are first and last, in this order.
const FIRST = ["name", "departure_location", "departure_time", "arrival_location", "arrival_time"];
const LAST = ["quantity", "unit", "price", "Total Amount"];

// The columns that any of the rows has.
function columns(rows) {
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const isMiddle = (key) => !FIRST.includes(key) && !LAST.includes(key);
  return [...FIRST, ...keys.filter(isMiddle), ...LAST].filter((key) => keys.includes(key));
}

// In the order in which values are listed.
const LABELS = {
  total_amount: t("Total"),
  "Total Amount": t("To pay"),
  currency: t("Currency"),
  Currency: t("Currency"),
  invoice_date: t("Date"),
  "Invoice Date": t("Date of the notice"),
  due_date: t("Due date"),
  "Due Date": t("Due date"),
  vendor_name: t("Shop"),
  Landlord: t("Landlord"),
  sub_type: t("Category"),
  invoice_date_source: t("Source of the date"),
  invoice_number: t("Invoice number"),
  "Invoice Number": t("Number of the notice"),
  order_id: t("Order number"),
  receipt_number: t("Receipt number"),
  booking_reference: t("Booking number"),
  article_number: t("Article number"),
  ocr: t("Payment reference"),
  OCR: t("Payment reference"),
  bankgiro: t("Bankgiro"),
  plusgiro: t("Plusgiro"),
  payment_method: t("Payment method"),
  tax: t("VAT"),
  Moms: t("VAT"),
  delivery_fee: t("Delivery"),
  service_fee: t("Service fee"),
  discount: t("Discount"),
  deposit: t("Deposit"),
  tip: t("Tip"),
  period_start: t("Period from"),
  period_end: t("Period to"),
  Period: t("Period"),
  plan: t("Plan"),
  provider: t("Supplier"),
  utility_type: t("What is supplied"),
  usage: t("Usage"),
  restaurant: t("Restaurant"),
  store_name: t("Store"),
  store_location: t("Place"),
  transport_company: t("Carrier or host"),
  transport_type: t("Kind of journey"),
  passengers: t("Passengers"),
  departure_location: t("Origin"),
  departure_time: t("Departure"),
  arrival_location: t("Destination"),
  arrival_time: t("Arrival"),
  number: t("No."),
  name: t("Name"),
  brand: t("Brand"),
  size: t("Size"),
  quantity: t("Quantity"),
  unit: t("Unit"),
  price: t("Price"),
  category: t("Kind"),
  description: t("Description"),
  notes: t("Remark"),
  Hyra: t("Rent"),
  El: t("Electricity"),
  Kallvatten: t("Cold water"),
  Varmvatten: t("Hot water"),
  Hyresgäst: t("Tenant"),
  Objekt: t("Flat or object"),
  Filename: t("File"),
};

const rank = (key) => Object.keys(LABELS).indexOf(key) + 1 || Infinity;

export function label(key) {
  const known = LABELS[key];
  return known ? known : category(key);
}

const AMOUNTS = new Set(["total_amount", "tax", "delivery_fee", "service_fee", "discount", "deposit", "tip"]);

const WORDS = {
  invoice_date_source: { mail: t("The mail") },
  utility_type: {
    electricity: t("Electricity"), water: t("Water"), heating: t("Heating"),
    internet: t("Internet"), mobile: t("Telephone"), waste: t("Waste"),
  },
  transport_type: {
    flight: t("Flight"), train: t("Train"), bus: t("Bus"), ferry: t("Ferry"),
    taxi: t("Taxi"), hotel: t("Hotel"), car: t("Car"),
  },
  unit: { pcs: t("pcs") },
};

// Days, and times of a day, within a text.
const DATES = /\b\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?\b/g;

// The text of a value. All numbers of rent are amounts.
export function text(key, value, currency, kind) {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") {
    if (kind === "rental" || AMOUNTS.has(key)) return money(value, currency);
    return key === "price" ? number(value) : new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value);
  }
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value === "object") return inWords(value);
  if (key === "sub_type" || key === "category") return category(value);
  if (/date$|time$|period/i.test(key)) return value.replaceAll(DATES, moment);
  const known = WORDS[key]?.[value];
  return known ? known : String(value);
}

// A thing that a list names: "312 kWh", "Alva Testsson".
function inWords(value) {
  if (typeof value !== "object") return String(value);
  return Object.entries(value).map(([key, part]) => text(key, part)).filter(Boolean).join(" ");
}

// A day, or a time of a day in the place where it is meant.
function moment(stated) {
  const [date, time] = stated.split("T");
  return time ? `${day(date)} ${time.slice(0, 5)}` : day(date);
}
