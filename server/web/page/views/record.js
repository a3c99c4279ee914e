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
    vendor: stored[names.vendor] ?? t("Landlord not stated", "Hyresvärd saknas"),
    category: kind === "rental" ? "rental" : stored.sub_type,
    // Of rent, SEK is never stated.
    isAssumed: kind === "retail" && !stored.currency,
    corrected: correctedOf(stored),
    parsed: stored.parsed ?? {},
    warnings: stored.warnings ?? [],
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
const TABLES = { items: t("Items", "Varor"), segments: t("Journey", "Resa"), Payments: t("Further payments", "Fler betalningar") };

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
  total_amount: ["Total", "Summa"],
  "Total Amount": ["Total", "Att betala"],
  currency: ["Currency", "Valuta"],
  Currency: ["Currency", "Valuta"],
  invoice_date: ["Date", "Datum"],
  "Invoice Date": ["Date of the notice", "Avidatum"],
  due_date: ["Due date", "Förfallodag"],
  "Due Date": ["Due date", "Förfallodag"],
  vendor_name: ["Shop", "Butik"],
  Landlord: ["Landlord", "Hyresvärd"],
  sub_type: ["Category", "Kategori"],
  invoice_date_source: ["Source of the date", "Datumets källa"],
  invoice_number: ["Invoice number", "Fakturanummer"],
  "Invoice Number": ["Number of the notice", "Avinummer"],
  order_id: ["Order number", "Ordernummer"],
  receipt_number: ["Receipt number", "Kvittonummer"],
  booking_reference: ["Booking number", "Bokningsnummer"],
  article_number: ["Article number", "Artikelnummer"],
  ocr: ["Payment reference", "OCR-nummer"],
  OCR: ["Payment reference", "OCR-nummer"],
  bankgiro: ["Bankgiro", "Bankgiro"],
  plusgiro: ["Plusgiro", "Plusgiro"],
  payment_method: ["Payment method", "Betalsätt"],
  tax: ["VAT", "Moms"],
  Moms: ["VAT", "Moms"],
  delivery_fee: ["Delivery", "Frakt"],
  service_fee: ["Service fee", "Serviceavgift"],
  discount: ["Discount", "Rabatt"],
  deposit: ["Deposit", "Pant"],
  tip: ["Tip", "Dricks"],
  period_start: ["Period from", "Period från"],
  period_end: ["Period to", "Period till"],
  Period: ["Period", "Period"],
  plan: ["Plan", "Abonnemang"],
  provider: ["Supplier", "Leverantör"],
  utility_type: ["What is supplied", "Tjänst"],
  usage: ["Usage", "Förbrukning"],
  restaurant: ["Restaurant", "Restaurang"],
  store_name: ["Store", "Butikens namn"],
  store_location: ["Place", "Plats"],
  transport_company: ["Carrier or host", "Bolag"],
  transport_type: ["Kind of journey", "Typ av resa"],
  passengers: ["Passengers", "Resenärer"],
  departure_location: ["From", "Från"],
  departure_time: ["Departure", "Avgång"],
  arrival_location: ["To", "Till"],
  arrival_time: ["Arrival", "Ankomst"],
  number: ["Number", "Nummer"],
  name: ["Name", "Namn"],
  brand: ["Brand", "Märke"],
  size: ["Size", "Storlek"],
  quantity: ["Quantity", "Antal"],
  unit: ["Unit", "Enhet"],
  price: ["Price", "Pris"],
  category: ["Kind", "Slag"],
  description: ["Description", "Beskrivning"],
  notes: ["Remark", "Anmärkning"],
  Hyra: ["Rent", "Hyra"],
  El: ["Electricity", "El"],
  Kallvatten: ["Cold water", "Kallvatten"],
  Varmvatten: ["Hot water", "Varmvatten"],
  Hyresgäst: ["Tenant", "Hyresgäst"],
  Objekt: ["Flat or object", "Objekt"],
  Filename: ["File", "Fil"],
};

const rank = (key) => Object.keys(LABELS).indexOf(key) + 1 || Infinity;

export function label(key) {
  const known = LABELS[key];
  return known ? t(...known) : category(key);
}

const AMOUNTS = new Set(["total_amount", "tax", "delivery_fee", "service_fee", "discount", "deposit", "tip"]);

const WORDS = {
  invoice_date_source: { mail: ["The mail", "Mejlet"] },
  utility_type: {
    electricity: ["Electricity", "El"], water: ["Water", "Vatten"], heating: ["Heating", "Värme"],
    internet: ["Internet", "Internet"], mobile: ["Telephone", "Telefoni"], waste: ["Waste", "Sophämtning"],
  },
  transport_type: {
    flight: ["Flight", "Flyg"], train: ["Train", "Tåg"], bus: ["Bus", "Buss"], ferry: ["Ferry", "Färja"],
    taxi: ["Taxi", "Taxi"], hotel: ["Hotel", "Hotell"], car: ["Car", "Bil"],
  },
  unit: { pcs: ["pcs", "st"] },
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
  return known ? t(...known) : String(value);
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
