// The original of an invoice, or of a document that is asked about. `path` is its address in the API. `onWords` gets the words of a mail
// that are clicked.

import { download, save } from "../api.js";
import { t } from "../language.js";
import { Button, Loaded, Problem, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";

// If the window is wide enough, the original is shown immediately.
const WIDE = "(min-width: 64rem)";

export function Original({ path, isOpen = false, onWords }) {
  const [isShown, setShown] = useState(() => isOpen || matchMedia(WIDE).matches);
  return html`
    <section class="card original">
      <div class="head">
        <h2>${t("Original", "Original")}</h2>
        <div class="actions">
          ${!isShown && html`<button type="button" onClick=${() => setShown(true)}>${t("Show", "Visa")}</button>`}
          <${Save} path=${path} />
        </div>
      </div>
      ${isShown && html`<${Shown} path=${path} onWords=${onWords} />`}
    </section>`;
}

function Save({ path }) {
  const action = useAction(async () => save(await download(path)));
  return html`
    <${Button} busy=${action.busy} onClick=${action.run}>${t("Download", "Ladda ner")}</${Button}>
    <${Problem} error=${action.error} />`;
}

function Shown({ path, onWords }) {
  const original = useLoad(() => download(path), [path]);
  if (original.error?.status === 404) return html`<p class="quiet">${t("The original is not available.", "Originalet är inte tillgängligt.")}</p>`;
  return html`<${Loaded} of=${original} rows=${6}>${({ blob }) =>
    (blob.type.startsWith("application/pdf") ? html`<${Pdf} blob=${blob} />` : html`<${Mail} blob=${blob} onWords=${onWords} />`)}</${Loaded}>`;
}

function Pdf({ blob }) {
  const [url, setUrl] = useState(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!navigator.pdfViewerEnabled) {
    return html`<p class="quiet">${t("This browser shows no PDF files. Download it to see it.", "Den här webbläsaren visar inte PDF-filer. Ladda ner den för att se den.")}</p>`;
  }
  return url && html`<iframe src=${url} title=${t("The original", "Originalet")}></iframe>`;
}

// The mail is shown in a frame of another origin, by a file that lets nothing of it run or be loaded.
function Mail({ blob, onWords }) {
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
  const send = (event) => {
    // What else the frame may come to load does not get the mail.
    if (!isSent.current) event.currentTarget.contentWindow.postMessage(text.value, "*");
    isSent.current = true;
  };
  return html`
    ${text.value !== undefined && html`<iframe ref=${frame} src="/page/original.html" sandbox="allow-scripts" title=${t("The original", "Originalet")} onLoad=${send}></iframe>`}
    <p class="small quiet">${t("Pictures are left out, so that the sender can't see that you viewed the mail.",
      "Bilder visas inte, så att avsändaren inte får veta att du har tittat på mejlet.")}</p>`;
}

// Mails may name a charset that no browser knows.
function decoder(mediaType) {
  try {
    return new TextDecoder(/charset="?([^";]+)/i.exec(mediaType)?.[1]);
  } catch {
    return new TextDecoder();
  }
}
