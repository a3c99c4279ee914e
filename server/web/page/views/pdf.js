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

// `show` shows what is rendered, in the pane and in the whole window.
export function Pdf({ blob, show, onWords, mark }) {
  const [lock, setLock] = useState(undefined);
  const opened = useLoad((signal) => open(blob, signal, setLock), [blob]);
  return show(() => (lock ? html`<${Locked} ...${lock} />`
    : html`<${Loaded} of=${opened} rows=${6}>${(found) => (found?.pages.length ? html`<${Pages} opened=${found} onWords=${onWords} mark=${mark} />`
      : html`<p class="quiet">${t("This PDF can't be shown here. Download it to see it.")}</p>`)}</${Loaded}>`));
}

// The pages, and what can't be shown. Null if it can't be read.
async function open(blob, signal, setLock) {
  const data = await blob.arrayBuffer();
  const hasUnknownImages = UNKNOWN_IMAGES.test(new TextDecoder("latin1").decode(data));
  const port = new Worker(policy ? policy.createScriptURL("") : WORKER, { type: "module" });
  const failure = new Promise((_, reject) => { port.onerror = reject; });
  const task = getDocument({ data, worker: PDFWorker.create({ port }), useWasm: false, verbosity: 0 });
  let wasLocked = false;
  task.onPassword = (unlock, reason) => {
    wasLocked = true;
    setLock({ unlock, isWrong: reason === PasswordResponses.INCORRECT_PASSWORD });
  };
  signal.addEventListener("abort", () => {
    task.destroy();
    // A PDF may keep it busy for ever.
    setTimeout(() => port.terminate(), 2000);
  });
  try {
    const pdf = await Promise.race([task.promise, failure]);
    setLock(undefined);
    const pages = Array.from({ length: Math.min(pdf.numPages, MOST_PAGES) }, (_, index) => pdf.getPage(index + 1));
    return { pages: await Promise.all(pages), count: pdf.numPages, hasUnknownImages, wasLocked };
  } catch {
    return null;
  }
}

// The password is used here alone, and is not kept.
function Locked({ isWrong, unlock }) {
  const error = isWrong && { message: t("This password doesn't open the PDF.") };
  return html`<p>${t("This PDF is locked. The password that you type is not kept.")}</p>
    <${Form} class="row" label=${t("Show the PDF")} action=${{ error }} onSubmit=${({ password }) => unlock(password)}>
      <${Field} label=${t("Password to show the PDF")} name="password" type="password" required autocomplete="off" />
      <${Button} type="submit">${t("Open")}</${Button}>
    </${Form}>`;
}

function Pages({ opened: { pages, count, hasUnknownImages, wasLocked }, onWords, mark }) {
  const pane = useRef(null);
  const [width, setWidth] = useState(0);
  const [isDrawn, setDrawn] = useState(false);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    watch.observe(pane.current.firstElementChild);
    // The field for the password had the focus.
    if (wasLocked) pane.current.focus({ preventScroll: true });
    return () => watch.disconnect();
  }, []);
  // The first page is seen sooner if the words are read after it.
  useEffect(() => {
    if (!isDrawn) return;
    const places = pane.current.querySelectorAll(".words");
    const layers = pages.map((page, index) => new TextLayer({ textContentSource: page.streamTextContent(), container: places[index], viewport: page.getViewport({ scale: 1 }) }));
    Promise.allSettled(layers.map((layer) => layer.render())).then(() => setRead(true));
  }, [isDrawn]);
  useEffect(() => {
    if (!isRead || !highlight) return undefined;
    const ranges = rangesOf(pane.current, mark);
    for (const range of ranges) highlight.add(range);
    const box = pane.current.getBoundingClientRect();
    const { top, bottom, left, right } = ranges.at(-1)?.getBoundingClientRect() ?? box;
    if (top < box.top || bottom > box.bottom) pane.current.scrollBy(0, top - box.top - box.height / 3);
    if (left < box.left || right > box.right) pane.current.scrollBy(left - box.left - box.width / 3, 0);
    return () => ranges.forEach((range) => highlight.delete(range));
  }, [isRead, mark?.words, mark?.value]);
  const take = ({ target }) => {
    const words = target.closest(".words > span")?.textContent.trim() ?? "";
    if (words.length > 1 && words.length <= 60) onWords?.(words);
  };
  // Here the arrows scroll; elsewhere they open another invoice.
  const scroll = (event) => { if (event.key.startsWith("Arrow")) event.stopPropagation(); };
  const notes = [
    isRead && !pane.current.textContent && t("This PDF is a picture: its words can't be marked."),
    hasUnknownImages && t("It may have pictures that can't be shown here. Download it to see them."),
    count > pages.length && t("These are the first {n} of {count} pages. Download it to see all of them.", { n: pages.length, count }),
  ];
  return html`
    <div class="pdf" ref=${pane} tabindex="0" role="group" aria-label=${t("The original")} onClick=${take} onKeyDown=${scroll}><div>
      ${pages.map((page, index) => html`<${Page} key=${index} page=${page} width=${width} isFirst=${index === 0} onDrawn=${() => setDrawn(true)}
        name=${t("Page {number} of {count}", { number: index + 1, count })} />`)}
    </div></div>
    ${notes.filter(Boolean).map((note) => html`<p class="small quiet" key=${note}>${note}</p>`)}`;
}

function Page({ page, width, name, isFirst, onDrawn }) {
  const picture = useRef(null);
  const [isNear, setNear] = useState(false);
  const isShown = width > 0 && (isNear || isFirst);
  const size = page.getViewport({ scale: 1 });
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1).isIntersecting), { scrollMargin: "50%" });
    watch.observe(picture.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isShown) return picture.current.replaceChildren();
    const canvas = document.createElement("canvas");
    const viewport = page.getViewport({ scale: (width / size.width) * devicePixelRatio });
    Object.assign(canvas, { width: viewport.width, height: viewport.height, role: "img", ariaLabel: name });
    // Not stretched by a fraction of a pixel, which would blur it.
    canvas.style.width = `${canvas.width / devicePixelRatio}px`;
    const task = page.render({ canvas, viewport });
    // The one before stays until then, so that nothing flickers.
    task.promise.then(() => picture.current?.replaceChildren(canvas)).catch(() => {}).finally(onDrawn);
    return () => task.cancel();
  }, [isShown, width]);
  return html`<div class="page" style=${{ aspectRatio: `${size.width} / ${size.height}`, "--total-scale-factor": width / size.width }}>
    <div ref=${picture}></div><div class="words"></div>
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
  const at = (place) => nodes.findLast(({ start }) => start <= place);
  return placesOf(text, mark).map(([start, end]) => {
    const range = new Range();
    range.setStart(at(start).node, start - at(start).start);
    range.setEnd(at(end - 1).node, end - at(end - 1).start);
    return range;
  });
}
