// The sentences that the API gives in English, with a code: reasons and warnings. `docs/reasons.md` lists them.

import { day, number } from "./format.js";
import { coded, language } from "./language.js";
import { html } from "./ui.js";

// A code that is newer than the language's file keeps the API's sentence.
export function Coded({ kind, code, parameters = {}, sentence }) {
  return coded(kind, code, readable(parameters)) ?? (language === "en" ? sentence : html`<span lang="en">${sentence}</span>`);
}

// Some of the parameters are days, amounts, or the code of a limit.
const READABLE = {
  day,
  total: number,
  slip: number,
  limit: (limit) => coded("limits", limit) ?? limit,
};

const readable = (parameters) => Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, READABLE[name]?.(value) ?? value]));
