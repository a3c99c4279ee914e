// Where an original states a value: a mail, or a PDF.

// The places in a text, each with its start and end, of the words of a mark and the value that is nearest to them. A value that is near
// none must be rare: short ones may be stated as something else.
export function placesOf(text, mark) {
  const places = (source) => [...text.matchAll(new RegExp(source, "giu"))].slice(0, 50).map(({ index, 0: { length } }) => [index, index + length]);
  const [labels, values] = [mark?.words && words(mark.words), mark?.value && written(mark.value)].map((source) => (source ? places(source) : []));
  // Values are usually after their labels.
  const distance = ([start, end], [from, to]) => Math.max(from - end, 4 * (start - to), 0);
  const pairs = labels.flatMap((label) => values.map((place) => [label, place])).filter((pair) => distance(...pair) < 400);
  const [nearest] = pairs.sort((one, other) => distance(...one) - distance(...other));
  const isRare = values.length <= (mark?.value?.length > 4 ? 3 : 1);
  return nearest ?? [...labels, ...(isRare ? values : [])];
}

// A regular expression of words, whatever is written between them.
const words = (text) => bounded((text.match(/[\p{L}\p{N}]+/gu) ?? []).join("[^\\p{L}\\p{N}]{0,40}"));
const bounded = (source) => source && `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`;

// Those that mails are read in.
const MONTH_LANGUAGES = ["cs", "da", "de", "el", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv"];

// The same of all ways in which a mail may write a value of the API: "1637" is also "1 637,00", "2026-11-24" also "24 november 2026".
function written(value) {
  const [, year, month, day] = /^(\d{4})-0?(\d+)-0?(\d+)$/.exec(value) ?? [];
  if (day) {
    const names = MONTH_LANGUAGES.map((language) => new Date(value).toLocaleDateString(language, { month: "long", timeZone: "UTC" }).slice(0, 3));
    const name = `(?:de )?(?:${[...new Set(names)].join("|")})\\p{L}*\\.?`;
    const numbers = [[year, month, day], [day, month, `(?:20)?${year.slice(2)}`], [month, day, year]].map((parts) => `0?${parts.join("[-/. ]?0?")}`);
    return bounded([...numbers, `(?:0?${day}\\p{L}*\\.?\\s+${name}|${name}\\s+0?${day}\\p{L}*)(?:,?\\s+(?:de )?${year})?`].join("|"));
  }
  const [, whole, decimals] = /^-?(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (!whole) return words(value);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, "[\\s.,'’]?");
  return `(?<!\\d|\\d[.,])${grouped}${decimals ? `[.,]${decimals}0*` : "(?:[.,]0+)?"}(?![.,]?\\d)`;
}
