// A PDF, drawn by pdf.js: its pages one below the other, and over each its text, which can be read aloud, selected, clicked and highlighted.

import { t } from "../language.js";
import { PDFWorker, PasswordResponses, TextLayer, getDocument } from "../lib/pdfjs/pdf.min.mjs";
import { Button, Field, Form, Loaded, html, useEffect, useLoad, useRef, useState } from "../ui.js";
import { placesOf } from "./marks.js";

const WORKER = "/page/lib/pdfjs/pdf.worker.min.mjs";
const policy = globalThis.trustedTypes?.createPolicy("pdf", { createScriptURL: () => WORKER });
const MOST_PAGES = 50;
// Decoders for them are not part of the page: they are large, and used by scanners.
const UNKNOWN_IMAGES = /\/(JPXDecode|JBIG2Decode|CCITTFaxDecode)\b/;

// Both the pages in the pane and those in the whole window highlight here.
const highlight = globalThis.Highlight && new Highlight();
CSS.highlights?.set("value", highlight);

// Opens the PDF, and renders its pages with `children`.
export function Pdf({ blob, children }) {
  const [lock, setLock] = useState(undefined);
  const pages = useLoad((signal) => open(blob, signal, setLock), [blob]);
  const unlock = ({ password }) => {
    setLock(undefined);
    lock.open(password);
  };
  if (lock) return html`<${Locked} isWrong=${lock.isWrong} unlock=${unlock} />`;
  return html`<${Loaded} of=${pages} rows=${6}>${(found) => found ? children(found)
    : html`<p class="quiet">${t("This PDF can't be shown here. Download it to see it.", "Den här pdf-filen kan inte visas här. Ladda ner den för att se den.")}</p>`}</${Loaded}>`;
}

// The pages, and what can't be shown of them. Null if it is no PDF that can be read.
async function open(blob, signal, setLock) {
  const data = await blob.arrayBuffer();
  const hasUnknownImages = UNKNOWN_IMAGES.test(new TextDecoder("latin1").decode(data));
  const port = new Worker(policy ? policy.createScriptURL("") : WORKER, { type: "module" });
  const broken = new Promise((_, reject) => { port.onerror = reject; });
  const task = getDocument({ data, worker: PDFWorker.create({ port }), useWasm: false, verbosity: 0 });
  task.onPassword = (submit, reason) => setLock({ open: submit, isWrong: reason === PasswordResponses.INCORRECT_PASSWORD });
  signal.addEventListener("abort", () => {
    task.destroy();
    // A PDF may keep it busy for ever.
    setTimeout(() => port.terminate(), 2000);
  });
  try {
    const found = await Promise.race([task.promise, broken]);
    const numbers = Array.from({ length: Math.min(found.numPages, MOST_PAGES) }, (_, index) => index + 1);
    return { pages: await Promise.all(numbers.map((number) => found.getPage(number))), count: found.numPages, hasUnknownImages };
  } catch {
    return null;
  }
}

// The password is used here alone, and is not kept.
function Locked({ isWrong, unlock }) {
  const place = useRef(null);
  useEffect(() => {
    if (isWrong) place.current.querySelector("input").focus();
  }, [isWrong]);
  const error = isWrong && { message: t("This password doesn't open the PDF.", "Lösenordet öppnar inte pdf-filen.") };
  return html`<div class="stack" ref=${place}>
    <p>${t("This PDF is locked. The password that you type is not kept.", "Den här pdf-filen är låst. Lösenordet som du skriver sparas inte.")}</p>
    <${Form} class="row" label=${t("Show the PDF", "Visa pdf-filen")} action=${{ error }} onSubmit=${unlock}>
      <${Field} label=${t("Password to show the PDF", "Lösenord för att visa pdf-filen")} name="password" type="password" required autocomplete="off" />
      <${Button} type="submit">${t("Open", "Öppna")}</${Button}>
    </${Form}>
  </div>`;
}

export function Pages({ pages: { pages, count, hasUnknownImages }, onWords, mark }) {
  const pane = useRef(null);
  const [width, setWidth] = useState(0);
  // The first page is seen sooner if the texts are read after it.
  const [isDrawn, setDrawn] = useState(false);
  const [read, setRead] = useState(0);
  const isRead = read === pages.length;
  const canMark = highlight && isRead && width > 0;
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    watch.observe(pane.current.firstElementChild);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!canMark) return undefined;
    const ranges = rangesOf(pane.current, mark);
    for (const range of ranges) highlight.add(range);
    const box = pane.current.getBoundingClientRect();
    const { top, bottom, left, right } = ranges.at(-1)?.getBoundingClientRect() ?? box;
    if (top < box.top || bottom > box.bottom) pane.current.scrollBy(0, top - box.top - box.height / 3);
    if (left < box.left || right > box.right) pane.current.scrollBy(left - box.left - box.width / 3, 0);
    return () => ranges.forEach((range) => highlight.delete(range));
  }, [canMark, mark?.words, mark?.value]);
  const take = ({ target }) => {
    const words = target.closest(".words > span")?.textContent.trim() ?? "";
    if (words.length > 1 && words.length <= 60) onWords?.(words);
  };
  // Here the arrows scroll; elsewhere they open another invoice.
  const scroll = (event) => { if (event.key.startsWith("Arrow")) event.stopPropagation(); };
  return html`
    <div class="pdf" ref=${pane} tabindex="0" role="group" aria-label=${t("The original", "Originalet")} onClick=${take} onKeyDown=${scroll}>
      <div>${pages.map((page, index) => html`<${Page} key=${index} page=${page} width=${width} isFirst=${index === 0} isRead=${isDrawn}
        onDrawn=${() => setDrawn(true)} onRead=${() => setRead((before) => before + 1)}
        name=${t(`Page ${index + 1} of ${count}`, `Sida ${index + 1} av ${count}`)} />`)}</div>
    </div>
    ${isRead && !pane.current.textContent && html`<p class="small quiet">${t("This PDF is a picture: its words can't be marked.", "Den här pdf-filen är en bild: orden i den kan inte markeras.")}</p>`}
    ${hasUnknownImages && html`<p class="small quiet">${t("It may have pictures that can't be shown here. Download it to see them.", "Den kan ha bilder som inte kan visas här. Ladda ner den för att se dem.")}</p>`}
    ${count > pages.length && html`<p class="small quiet">${t(`These are the first ${pages.length} of ${count} pages. Download it to see all of them.`, `Det här är de första ${pages.length} av ${count} sidor. Ladda ner den för att se alla.`)}</p>`}`;
}

function Page({ page, width, name, isFirst, onDrawn, isRead, onRead }) {
  const picture = useRef(null);
  const words = useRef(null);
  const [isNear, setNear] = useState(false);
  const isShown = isNear || isFirst;
  const size = page.getViewport({ scale: 1 });
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1).isIntersecting), { scrollMargin: "50%" });
    watch.observe(picture.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isShown) picture.current.replaceChildren();
    if (!isShown || !width) return undefined;
    const canvas = document.createElement("canvas");
    const viewport = page.getViewport({ scale: (width / size.width) * devicePixelRatio });
    Object.assign(canvas, { width: viewport.width, height: viewport.height });
    // Not stretched by a fraction of a pixel, which would blur it.
    canvas.style.width = `${canvas.width / devicePixelRatio}px`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", name);
    const task = page.render({ canvas, viewport });
    // The one before stays until then, so that nothing flickers.
    task.promise.then(() => picture.current?.replaceChildren(canvas)).catch(() => {}).finally(onDrawn);
    return () => task.cancel();
  }, [isShown, width]);
  useEffect(() => {
    if (!isRead) return undefined;
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport: size });
    layer.render().then(onRead, onRead);
    return () => layer.cancel();
  }, [isRead]);
  return html`<div class="page" style=${{ aspectRatio: `${size.width} / ${size.height}`, "--total-scale-factor": width / size.width }}>
    <div ref=${picture}></div>
    <div class="words" ref=${words}></div>
  </div>`;
}

// The places of a mark in the text of the pages.
function rangesOf(pane, mark) {
  const nodes = [];
  let text = "";
  for (const element of pane.querySelectorAll(".words, .words > *")) {
    const node = element.matches("span") && element.firstChild;
    if (node) nodes.push({ node, start: text.length });
    text += node ? node.data : "\n";
  }
  const at = (place) => {
    const { node, start } = nodes.findLast((before) => before.start <= place);
    return [node, place - start];
  };
  return placesOf(text, mark).map(([start, end]) => {
    const range = new Range();
    const [last, offset] = at(end - 1);
    range.setStart(...at(start));
    range.setEnd(last, offset + 1);
    return range;
  });
}
