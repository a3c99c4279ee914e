// The search for invoices in the frame of every view. In the list it filters while one types.

import { t } from "./language.js";
import { Draft, Form, go, href, html, useEffect, useRef } from "./ui.js";

export function Search({ path: [view, ...rest], query }) {
  const place = useRef(null);
  const isList = view === "invoices";
  const filters = isList ? Object.fromEntries(query) : {};
  useEffect(() => {
    const press = (event) => {
      const isTyping = event.target.closest("input, select, textarea");
      const isAsked = event.key === "/" ? !isTyping : event.key === "k" && (event.ctrlKey || event.metaKey);
      if (!isAsked || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      const input = place.current.querySelector("input");
      input.focus();
      input.select();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  // An open invoice stays until Enter is pressed. In the list each letter replaces the place in the history.
  const filter = (q) => isList && rest.length === 0 && location.replace(href(["invoices"], { ...filters, q }));
  const submit = ({ q }) => (isList ? location.replace(href(["invoices"], { ...filters, q })) : go(["invoices"], { q }));
  return html`
    <div class="searching" ref=${place}>
      <${Form} role="search" label=${t("Search invoices")} onSubmit=${submit}>
        <${Draft} label=${t("Search")} name="q" type="search" maxlength="200" autocomplete="off" value=${filters.q ?? ""} onCommit=${filter}
          placeholder=${t("Shop, item, amount or order number")} aria-keyshortcuts="/ Control+K Meta+K" />
        <kbd aria-hidden="true">/</kbd>
      </${Form}>
    </div>`;
}
