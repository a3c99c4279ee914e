// Amounts, dates and names as people read them.

import { locale, t } from "./language.js";

// The API has amounts of at most fifteen digits, which a number holds exactly. Sums are made by the service, never here.
export function money(amount, currency) {
  if (amount === undefined || amount === null) return "";
  // An answer or a candidate may have no currency.
  if (!currency) return number(amount);
  try {
    return new Intl.NumberFormat(locale, {
      style: "currency", currency, currencyDisplay: "code", maximumFractionDigits: 4,
    }).format(amount);
  } catch {
    // Not a currency that the browser knows.
    return `${number(amount)} ${currency}`;
  }
}

export function number(amount) {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
}

// Making a format takes longer than using it, and a list has thousands of amounts.
const formats = new Map();

function symbolFormat(currency, isSum) {
  const key = `${currency} ${isSum}`;
  if (!formats.has(key)) formats.set(key, makeFormat(currency, isSum));
  return formats.get(key);
}

function makeFormat(currency, isSum) {
  const options = { style: "currency", currency, currencyDisplay: "symbol", maximumFractionDigits: 4, trailingZeroDisplay: isSum ? "stripIfInteger" : "auto" };
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    // Not a currency that the browser knows. One without a name is shown with its code.
    return new Intl.NumberFormat(locale, { ...options, currency: "XXX", currencyDisplay: "code" });
  }
}

// The parts of an amount in a list: the number, and the currency's sign before or after it. A refund has a plus. Sums leave out ",00".
export function amountParts(amount, currency, isSum = false) {
  const parts = symbolFormat(currency, isSum).formatToParts(Math.abs(amount));
  const text = parts.filter(({ type }) => !["currency", "literal"].includes(type)).map(({ value }) => value).join("");
  const symbol = parts.find(({ type }) => type === "currency").value;
  const sign = symbol.replace("XXX", currency).replace("SEK", "kr");
  const isBefore = parts[0].type === "currency" && !/^\p{L}+$/u.test(sign);
  return { plus: amount < 0 ? "+" : "", before: isBefore ? sign : "", text, after: isBefore ? "" : sign };
}

// A day, "2026-07-31". It has no time zone.
export function day(text) {
  if (!text) return "";
  const date = new Date(`${text}T12:00:00Z`);
  return date.toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

// The same day as a list of recent ones names it: "Yesterday", "Tue 24 Nov", and with the year if it is another one. In a
// sentence it is "yesterday".
export function recentDay(text, isInSentence = false) {
  const date = new Date(`${text}T12:00:00Z`);
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), 12);
  const near = isInSentence
    ? { [-1]: t("yesterday"), 0: t("today"), 1: t("tomorrow") }
    : { [-1]: t("Yesterday"), 0: t("Today"), 1: t("Tomorrow") };
  const days = (date - today) / 86_400_000;
  if (near[days]) return near[days];
  if (date.getUTCFullYear() !== now.getFullYear()) return day(text);
  return date.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).replace(",", "");
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

// How long ago a moment was: "2 min ago".
export function ago(text) {
  const minutes = Math.round((Date.now() - new Date(text)) / 60_000);
  if (minutes < 1) return t("just now");
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 24 * 60 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / (24 * 60)), "day"];
  return new Intl.RelativeTimeFormat(locale, { style: unit === "day" ? "long" : "short" }).format(-count, unit);
}

// A moment of the next days, in a sentence: "tomorrow 06:00".
export function upcoming(text) {
  const date = new Date(text);
  return `${recentDay(date.toLocaleDateString("sv-SE"), true)} ${date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })}`;
}

export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const options = { style: "unit", unit: units[unit], unitDisplay: "short", maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 };
  return new Intl.NumberFormat(locale, options).format(value);
}

// An amount without decimals unless it is small: "9,412 kr", "€5,026". Without a currency, the number alone.
export function rounded(amount, currency) {
  const digits = Math.abs(amount) < 100 ? { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: "stripIfInteger" } : { maximumFractionDigits: 0 };
  const text = (options) => new Intl.NumberFormat(locale, { ...digits, ...options }).format(amount);
  if (!currency) return text();
  // English would have the code before the number.
  if (currency === "SEK") return `${text()}\u00a0kr`;
  try {
    return text({ style: "currency", currency });
  } catch {
    return `${text()} ${currency}`;
  }
}

// A refund, which is a negative amount, as what came back: "+1,198 kr".
export const received = (amount, currency) => `+${rounded(-amount, currency)}`;

// A share of a whole: "36%".
export const percent = (share) => new Intl.NumberFormat(locale, { style: "percent" }).format(share);

// A month without its year: "November", "nov".
export const monthName = (text, style = "long") => new Date(`${text}-15T12:00:00Z`).toLocaleDateString(locale, { month: style, timeZone: "UTC" });

const CATEGORIES = {
  rental: t("Rent"),
  grocery: t("Groceries"),
  technology: t("Technology"),
  "food-delivery": t("Food delivery"),
  utility: t("Utilities"),
  travel: t("Travel"),
  subscriptions: t("Subscriptions"),
  clothing: t("Clothing"),
  miscellaneous: t("Other"),
};

// The names of the categories in the API, without that of rent.
export const CATEGORY_NAMES = Object.keys(CATEGORIES).filter((name) => name !== "rental");

// The name of a category. One that is newer than this page keeps the API's name.
export function category(name) {
  const known = CATEGORIES[name];
  if (known) return known;
  const text = String(name ?? "").replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
