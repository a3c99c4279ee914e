// Messages that come by themselves, above every view. They never take the focus.

import { t } from "./language.js";
import { html, useCallback, useEffect, useState, useWindowEvent } from "./ui.js";

// How long a message is shown, in milliseconds. One that has the pointer or the focus stays.
const SHOWN = 6000;

let count = 0;

// Shows a message in place of the one before with the same key; without content, only takes that away. A message of a `kind`, "problem"
// or "warning", stays until it is dismissed.
export function toast(key, content, kind = "") {
  count += 1;
  dispatchEvent(new CustomEvent("toast", { detail: { key, content, kind, id: count } }));
}

export function Toasts() {
  const [shown, setShown] = useState([]);
  useWindowEvent("toast", useCallback(({ detail }) => {
    setShown((before) => [...before.filter(({ key }) => key !== detail.key), ...(detail.content ? [detail] : [])]);
  }, []));
  const end = (id) => setShown((before) => before.filter((one) => one.id !== id));
  return html`<div class="toasts" role="status">
    ${shown.map(({ id, kind, content }) => html`<${Toast} key=${id} kind=${kind} onEnd=${() => end(id)}>${content}</${Toast}>`)}
  </div>`;
}

function Toast({ kind, onEnd, children }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (kind || isHeld) return undefined;
    const timer = setTimeout(onEnd, SHOWN);
    return () => clearTimeout(timer);
  }, [kind, isHeld]);
  const hold = () => setHeld(true);
  const release = ({ currentTarget: place, relatedTarget: next }) => setHeld(place.contains(next) || place.matches(":hover, :focus-within"));
  const dismiss = () => {
    // Else the focus would be lost with the button.
    document.getElementById("main").focus({ preventScroll: true });
    onEnd();
  };
  return html`
    <div class=${`note toast ${kind}`} onMouseEnter=${hold} onMouseLeave=${release} onFocusIn=${hold} onFocusOut=${release}>
      <div class="stack tight">${children}</div>
      <button type="button" class="plain step-button" aria-label=${t("Dismiss")} onClick=${dismiss}><span aria-hidden="true">×</span></button>
    </div>`;
}
