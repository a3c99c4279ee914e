// The language of the page. The English texts are in the code. Those of another language are in a file of its own, by the English ones.

const KEY = "language";

// The locale for dates and numbers, and each language's own name. English readers of Swedish invoices expect the order day, month, year.
export const LANGUAGES = {
  en: { locale: "en-GB", name: "English" },
  sv: { locale: "sv-SE", name: "Svenska" },
  de: { locale: "de-DE", name: "Deutsch" },
};

function chosen() {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0])];
  return wanted.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

export const language = chosen();
export const { locale } = LANGUAGES[language];

document.documentElement.lang = language;

// A file that can't be loaded leaves the page in English.
const file = language === "en" ? {} : await fetch(`/page/languages/${language}.json`).then((answer) => answer.json()).catch(() => ({}));

// A text in the page's language, with these values in place of their names in braces.
export function t(english, values) {
  return filled(file.texts?.[english] ?? english, values);
}

const filled = (text, values) => (values ? text.replaceAll(/\{(\w+)\}/g, (name, key) => values[key] ?? name) : text);

const plural = new Intl.PluralRules(locale);

// A number with its noun: counted(2, "{n} mail", "{n} mails") is "2 mails". A language's file may have a text for each of its plural forms.
export function counted(number, one, many) {
  const forms = file.texts?.[many] ?? { one, other: many };
  const text = forms[plural.select(number)] ?? forms.other ?? forms;
  return filled(text, { n: new Intl.NumberFormat(locale).format(number) });
}

// The text of a code of the API, if the language's file has one. The kinds are the sections of that file but "texts".
export function coded(kind, code, parameters) {
  const text = file[kind]?.[code];
  return text && filled(text, parameters ?? {});
}

// Keeps the choice and loads the page again.
export function choose(value) {
  localStorage.setItem(KEY, value);
  location.reload();
}
