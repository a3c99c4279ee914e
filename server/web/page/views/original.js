// The original of an invoice, or of a document that is asked about. `path` is its address in the API. `onWords` gets the words in it that
// are clicked. `mark` has the words and the value to highlight in it, and the reader is taken there when `wanted` changes.

import { download, save } from "../api.js";
import { t } from "../language.js";
import { Button, Loaded, Problem, html, useAction, useEffect, useLayoutEffect, useLoad, useRef, useState } from "../ui.js";
import { placesOf } from "./marks.js";

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
        <h2>${t("Original")}</h2>
        <div class="actions">
          ${isShown
            ? html`<button type="button" onClick=${() => setLarge(true)}>${t("Open large")}</button>`
            : html`<button type="button" onClick=${() => setShown(true)}>${t("Show")}</button>`}
          <${Save} path=${path} />
        </div>
      </div>
      ${isShown && html`<${Shown} path=${path} onWords=${onWords} mark=${mark} isLarge=${isLarge} onClose=${() => setLarge(false)} />`}
    </section>`;
}

function Save({ path }) {
  const action = useAction(async () => save(await download(path)));
  return html`
    <${Button} busy=${action.busy} onClick=${action.run}>${t("Download")}</${Button}>
    <${Problem} error=${action.error} />`;
}

function Shown({ path, onWords, mark, isLarge, onClose }) {
  // What draws PDFs is large, so it is loaded with the first one.
  const original = useLoad(async () => {
    const { blob } = await download(path);
    return { blob, pdf: blob.type.startsWith("application/pdf") && await import("./pdf.js") };
  }, [path]);
  if (original.error?.status === 404) return html`<p class="quiet">${t("The original is not available.")}</p>`;
  return html`<${Loaded} of=${original} rows=${6}>${({ blob, pdf }) => {
    const show = (content) => html`${content()}${isLarge && html`<${Large} onClose=${onClose}>${content()}</${Large}>`}`;
    return pdf ? html`<${pdf.Pdf} blob=${blob} show=${show} onWords=${onWords} mark=${mark} />`
      : show(() => html`<${Mail} blob=${blob} onWords=${onWords} mark=${mark} />`);
  }}</${Loaded}>`;
}

// The original in the whole window.
function Large({ onClose, children }) {
  const dialog = useRef(null);
  useLayoutEffect(() => dialog.current.showModal(), []);
  return html`<dialog class="large" ref=${dialog} aria-label=${t("Original")} onClose=${onClose}>
    <div class="head"><h2>${t("Original")}</h2><button type="button" onClick=${() => dialog.current.close()}>${t("Close")}</button></div>
    ${children}
  </dialog>`;
}

// The mail is shown in a frame of another origin, by a file that lets nothing of it run or be loaded.
function Mail({ blob, onWords, mark }) {
  const mail = useLoad(async () => decoder(blob.type).decode(await blob.arrayBuffer()), [blob]);
  const [text, setText] = useState("");
  const isSent = useRef(false);
  const frame = useRef(null);
  useEffect(() => {
    const take = ({ source, data }) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (typeof data?.text === "string") setText(data.text);
      if (data?.isEscape) frame.current.closest("dialog")?.close();
      // The mail's text may say anything: words are only proposed to the reader.
      if (typeof data?.words === "string") onWords?.(data.words.slice(0, 60));
    };
    addEventListener("message", take);
    return () => removeEventListener("message", take);
  }, [onWords]);
  useEffect(() => {
    if (text) frame.current.contentWindow.postMessage(placesOf(text, mark), "*");
  }, [text, mark?.words, mark?.value]);
  const send = (event) => {
    // What else the frame may come to load does not get the mail.
    if (isSent.current) return;
    isSent.current = true;
    event.currentTarget.contentWindow.postMessage(mail.value, "*");
  };
  return html`
    ${mail.value !== undefined && html`<iframe ref=${frame} src="/page/original.html" sandbox="allow-scripts" title=${t("The original")} onLoad=${send}></iframe>`}
    <p class="small quiet">${t("Pictures are left out, so that the sender can't see that you viewed the mail.")}</p>`;
}

// Mails may name a charset that no browser knows.
function decoder(mediaType) {
  try {
    return new TextDecoder(/charset="?([^";]+)/i.exec(mediaType)?.[1]);
  } catch {
    return new TextDecoder();
  }
}
