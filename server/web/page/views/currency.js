// Spending is shown in one currency at a time. The choice is part of the address.

import { rounded } from "../format.js";
import { counted, t } from "../language.js";
import { html, useLayoutEffect, useRef, useState } from "../ui.js";

// How many currencies can be chosen without asking for more.
const SHOWN = 3;

// The groups of rows that may be compared: those of one currency, apart from those of which it is assumed.
// The currency of most invoices comes first, the assumed last. `key` is what the address says.
function byCurrency(rows) {
  const groups = Map.groupBy(rows, (row) => (row.currency_assumed ? `${row.currency}-assumed` : row.currency));
  return [...groups]
    .map(([key, members]) => ({ ...groupOf(key), rows: members, size: members.reduce((count, row) => count + row.count, 0) }))
    .toSorted((one, other) => one.isAssumed - other.isAssumed || other.size - one.size);
}

const groupOf = (key) => ({ key, currency: key.slice(0, 3), isAssumed: key.endsWith("-assumed"), rows: [] });

// All groups, and the chosen one: what the address asks for, even if there is nothing in this currency, else the first.
export function currencies(rows, asked) {
  const groups = byCurrency(rows);
  if (/^[A-Z]{3}(-assumed)?$/.test(asked) && !groups.some(({ key }) => key === asked)) groups.push(groupOf(asked));
  if (groups.length === 0) groups.push(groupOf("SEK"));
  return { groups, chosen: groups.find(({ key }) => key === asked) ?? groups[0] };
}

export const rowsIn = (group, rows) => rows.filter((row) => row.currency === group.currency && Boolean(row.currency_assumed) === group.isAssumed);

const nameOf = ({ currency, isAssumed }) => (isAssumed ? t("{currency}, assumed", { currency }) : currency);

// `to` gives the address for a currency, `amountOf` what stands beside those that are not chosen.
export function Currencies({ groups, chosen, to, amountOf }) {
  const [isWhole, setWhole] = useState(false);
  const links = useRef(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => { if (isWhole) links.current.children[SHOWN].focus(); }, [isWhole]);
  if (groups.length < 2 && !chosen.isAssumed) return null;
  const isShown = (group, index) => isWhole || groups.length === SHOWN + 1 || index < SHOWN || group === chosen;
  const shown = groups.filter(isShown);
  const left = groups.length - shown.length;
  return html`<nav class="choices" ref=${links} aria-label=${t("Currency")}>
    ${shown.map((group) => {
      const amount = group === chosen ? undefined : amountOf?.(group);
      return html`<a key=${group.key} href=${to(group.key)} aria-current=${group === chosen ? "true" : undefined}>
        ${nameOf(group)}${amount !== undefined && html` <span class="quiet">${rounded(amount)}</span>`}</a>`;
    })}
    ${left > 0 && html`<button type="button" onClick=${() => setWhole(true)}
      aria-label=${counted(left, "{n} more currency", "{n} more currencies")}>+${left}</button>`}
  </nav>`;
}

export function AssumedNote({ group: { currency, isAssumed } }) {
  return isAssumed && html`<p class="quiet small">${t("These invoices state no currency. They are taken to be in {currency} and are not added to the others, which may be in another currency.", { currency })}</p>`;
}
