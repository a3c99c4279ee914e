// The password of the PDFs of a shop or a landlord.

import { get, put } from "../api.js";
import { t } from "../language.js";
import { Button, Field, Form, Loaded, html, useAction, useLoad } from "../ui.js";

// `source` is a shop or landlord of the list; `address` in it is that of the API.
export function PdfPassword({ source: { id, address, name } }) {
  const count = useLoad(async () => {
    const { sources } = await get("/v1/sources/pdf-passwords");
    return { kept: sources.find((kept) => kept.id === id)?.count ?? 0 };
  }, [id]);
  const set = async (passwords) => {
    const { count: kept } = await put(`${address}/pdf-passwords`, { passwords });
    count.set({ kept });
  };
  const save = useAction(({ password }) => set([password]));
  const forget = useAction(() => set([]));
  const submit = async (values, form) => {
    if (await save.run(values)) form.reset();
  };
  return html`<div class="stack">
    <p class="small quiet">${t("A password that opens its PDFs. It is kept encrypted and is never shown.")}</p>
    <${Loaded} of=${count} rows=${1}>${({ kept }) => kept > 0 && html`<div class="actions">
      <p role="status">${t("A password is kept.")}</p>
      <${Button} kind="plain" busy=${forget.busy} onClick=${forget.run} aria-label=${t("Forget the password of {name}", { name })}>${t("Forget")}</${Button}>
    </div>`}</${Loaded}>
    <${Form} class="row" label=${t("Password of the PDFs of {name}", { name })} action=${save} onSubmit=${submit}>
      <${Field} label=${t("Password of PDFs")} name="password" type="password" required maxlength="127" autocomplete="off" />
      <${Button} type="submit" busy=${save.busy}>${t("Save")}</${Button}>
    </${Form}>
  </div>`;
}
