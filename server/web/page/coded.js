// The sentences that the API gives in English, most with a code. `docs/reasons.md` lists reasons and warnings, `docs/reading.md` rules.

import { day, number } from "./format.js";
import { coded, language } from "./language.js";
import { html } from "./ui.js";

// One without a code has its text under the sentence itself. A newer one keeps the API's sentence.
export function Coded({ kind, code, parameters = {}, sentence }) {
  return coded(kind, code, readable(parameters)) ?? coded("sentences", sentence) ?? (language === "en" ? sentence : html`<span lang="en">${sentence}</span>`);
}

// Some of the parameters are days, amounts, or the code of a limit.
const READABLE = {
  day,
  total: number,
  slip: number,
  limit: (limit) => coded("limits", limit) ?? limit,
};

const readable = (parameters) => Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, READABLE[name]?.(value) ?? value]));
