// Amounts, dates and names as people read them.

import { locale, t } from "./language.js";

// The API has amounts of at most fifteen digits, which a number holds exactly. Sums are made by the service, never here.
export function money(amount, currency) {
  if (amount === undefined || amount === null) return "";
  // An answer or a candidate may have no currency.
  if (!currency) return number(amount);
  try {
    return new Intl.NumberFormat(locale, {
      style: "currency", currency, currencyDisplay: "code", minimumFractionDigits: 2, maximumFractionDigits: 4,
    }).format(amount);
  } catch {
    // Not a currency that the browser knows.
    return `${number(amount)} ${currency}`;
  }
}

export function number(amount) {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
}

// A day, "2026-07-31". It has no time zone.
export function day(text) {
  if (!text) return "";
  const date = new Date(`${text}T12:00:00Z`);
  return date.toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

// A month, "2026-07".
export function month(text, style = "long") {
  const date = new Date(`${text}-15T12:00:00Z`);
  return date.toLocaleDateString(locale, { month: style, year: "numeric", timeZone: "UTC" });
}

// A moment, in the reader's time zone.
export function moment(text) {
  if (!text) return "";
  return new Date(text).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const options = { style: "unit", unit: units[unit], unitDisplay: "short", maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 };
  return new Intl.NumberFormat(locale, options).format(value);
}

const CATEGORIES = {
  rental: ["Rent", "Hyra"],
  grocery: ["Groceries", "Livsmedel"],
  technology: ["Technology", "Teknik"],
  "food-delivery": ["Food delivery", "Matleverans"],
  utility: ["Utilities", "El, vatten och nät"],
  travel: ["Travel", "Resor"],
  subscriptions: ["Subscriptions", "Prenumerationer"],
  clothing: ["Clothing", "Kläder"],
  miscellaneous: ["Other", "Övrigt"],
};

// The names of the categories in the API, without that of rent.
export const CATEGORY_NAMES = Object.keys(CATEGORIES).filter((name) => name !== "rental");

// The name of a category. One that is newer than this page keeps the API's name.
export function category(name) {
  const known = CATEGORIES[name];
  if (known) return t(...known);
  const text = String(name ?? "").replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
