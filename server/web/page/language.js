// The language of the page: English or Swedish. Texts are given in both, where they are used.

const KEY = "language";

function chosen() {
  const stored = localStorage.getItem(KEY);
  if (stored === "en" || stored === "sv") return stored;
  return navigator.language.toLowerCase().startsWith("sv") ? "sv" : "en";
}

export const language = chosen();

// For dates and numbers. English readers of Swedish invoices expect the order day, month, year.
export const locale = language === "sv" ? "sv-SE" : "en-GB";

document.documentElement.lang = language;

// A text in the page's language.
export function t(english, swedish) {
  return language === "sv" ? swedish : english;
}

// A number with its noun: counted(2, "mail", "mails", "mejl", "mejl") is "2 mails".
export function counted(number, one, many, en, flera) {
  const noun = number === 1 ? t(one, en) : t(many, flera);
  return `${new Intl.NumberFormat(locale).format(number)} ${noun}`;
}

// Keeps the choice and loads the page again.
export function choose(value) {
  localStorage.setItem(KEY, value);
  location.reload();
}
