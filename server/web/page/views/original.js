// The original of an invoice, or of a document that is asked about. `path` is its address in the API. `onWords` gets the words of a mail
// that are clicked. `mark` has the words and the value to highlight in a mail, and the reader is taken there when `wanted` changes.

import { download, save } from "../api.js";
import { t } from "../language.js";
import { Button, Loaded, Problem, html, useAction, useEffect, useLayoutEffect, useLoad, useRef, useState } from "../ui.js";

// If the window is wide enough, the original is shown immediately, unless `isOpen` says otherwise.
const WIDE = "(min-width: 64rem)";

export function Original({ path, isOpen, onWords, mark, wanted }) {
  const [isShown, setShown] = useState(() => isOpen ?? matchMedia(WIDE).matches);
  const [isLarge, setLarge] = useState(false);
  const section = useRef(null);
  useEffect(() => {
    if (!wanted) return;
    setShown(true);
    section.current.scrollIntoView();
  }, [wanted]);
  return html`
    <section class="card original" ref=${section}>
      <div class="head">
        <h2>${t("Original", "Original")}</h2>
        <div class="actions">
          ${isShown
            ? html`<button type="button" onClick=${() => setLarge(true)}>${t("Open large", "Öppna stort")}</button>`
            : html`<button type="button" onClick=${() => setShown(true)}>${t("Show", "Visa")}</button>`}
          <${Save} path=${path} />
        </div>
      </div>
      ${isShown && html`<${Shown} path=${path} onWords=${onWords} mark=${mark} isLarge=${isLarge} onClose=${() => setLarge(false)} />`}
    </section>`;
}

function Save({ path }) {
  const action = useAction(async () => save(await download(path)));
  return html`
    <${Button} busy=${action.busy} onClick=${action.run}>${t("Download", "Ladda ner")}</${Button}>
    <${Problem} error=${action.error} />`;
}

function Shown({ path, onWords, mark, isLarge, onClose }) {
  const original = useLoad(() => download(path), [path]);
  if (original.error?.status === 404) return html`<p class="quiet">${t("The original is not available.", "Originalet är inte tillgängligt.")}</p>`;
  return html`<${Loaded} of=${original} rows=${6}>${({ blob }) => {
    const content = (inLarge) => (blob.type.startsWith("application/pdf")
      ? html`<${Pdf} blob=${blob} isLarge=${inLarge} />`
      : html`<${Mail} blob=${blob} onWords=${onWords} mark=${mark} />`);
    return html`${content(false)}${isLarge && html`<${Large} onClose=${onClose}>${content(true)}</${Large}>`}`;
  }}</${Loaded}>`;
}

// The original in the whole window.
function Large({ onClose, children }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  return html`<dialog class="large" ref=${dialog} aria-label=${t("Original", "Original")} onClose=${onClose}>
    <div class="head"><h2>${t("Original", "Original")}</h2><button type="button" onClick=${() => dialog.current.close()}>${t("Close", "Stäng")}</button></div>
    ${children}
  </dialog>`;
}

// Beside the values, the browser's viewer shows the page alone, as wide as its pane.
function Pdf({ blob, isLarge }) {
  const [url, setUrl] = useState(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!navigator.pdfViewerEnabled) {
    return html`<p class="quiet">${t("This browser shows no PDF files. Download it to see it.", "Den här webbläsaren visar inte PDF-filer. Ladda ner den för att se den.")}</p>`;
  }
  const src = `${url}#navpanes=0${isLarge ? "" : "&toolbar=0&view=FitH"}`;
  return url && html`<div class="sheet"><iframe src=${src} title=${t("The original", "Originalet")}></iframe></div>`;
}

// The mail is shown in a frame of another origin, by a file that lets nothing of it run or be loaded.
function Mail({ blob, onWords, mark }) {
  const text = useLoad(async () => decoder(blob.type).decode(await blob.arrayBuffer()), [blob]);
  const isSent = useRef(false);
  const frame = useRef(null);
  useEffect(() => {
    // The mail's text may say anything: words are only proposed to the reader.
    const take = ({ source, data }) => {
      if (onWords && frame.current && source === frame.current.contentWindow && typeof data?.words === "string") onWords(data.words.slice(0, 60));
    };
    addEventListener("message", take);
    return () => removeEventListener("message", take);
  }, [onWords]);
  const highlight = () => frame.current.contentWindow.postMessage({ words: mark?.words && words(mark.words), value: mark?.value && written(mark.value) }, "*");
  useEffect(() => { if (isSent.current) highlight(); }, [mark?.words, mark?.value]);
  const send = (event) => {
    // What else the frame may come to load does not get the mail.
    if (isSent.current) return;
    isSent.current = true;
    event.currentTarget.contentWindow.postMessage(text.value, "*");
    highlight();
  };
  return html`
    ${text.value !== undefined && html`<iframe ref=${frame} src="/page/original.html" sandbox="allow-scripts" title=${t("The original", "Originalet")} onLoad=${send}></iframe>`}
    <p class="small quiet">${t("Pictures are left out, so that the sender can't see that you viewed the mail.",
      "Bilder visas inte, så att avsändaren inte får veta att du har tittat på mejlet.")}</p>`;
}

// A regular expression of words, whatever is written between them.
const words = (text) => bounded((text.match(/[\p{L}\p{N}]+/gu) ?? []).join("[^\\p{L}\\p{N}]{0,40}"));
const bounded = (source) => source && `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`;

// The same of all ways in which a mail may write a value of the API: "1637" is also "1 637,00", "2026-11-24" also "24 november 2026".
function written(value) {
  const [, year, month, day] = /^(\d{4})-0?(\d+)-0?(\d+)$/.exec(value) ?? [];
  if (day) {
    const names = ["sv", "en"].map((language) => new Date(value).toLocaleDateString(language, { month: "long", timeZone: "UTC" }).slice(0, 3));
    const name = `(?:${names.join("|")})\\p{L}*\\.?`;
    const numbers = [[year, month, day], [day, month, `(?:20)?${year.slice(2)}`], [month, day, year]].map((parts) => `0?${parts.join("[-/. ]?0?")}`);
    return bounded([...numbers, `(?:0?${day}\\p{L}*\\.?\\s+${name}|${name}\\s+0?${day}\\p{L}*)(?:,?\\s+${year})?`].join("|"));
  }
  const [, whole, decimals] = /^-?(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (!whole) return words(value);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, "[\\s.,'’]?");
  return `(?<!\\d|\\d[.,])${grouped}${decimals ? `[.,]${decimals}0*` : "(?:[.,]0+)?"}(?![.,]?\\d)`;
}

// Mails may name a charset that no browser knows.
function decoder(mediaType) {
  try {
    return new TextDecoder(/charset="?([^";]+)/i.exec(mediaType)?.[1]);
  } catch {
    return new TextDecoder();
  }
}
