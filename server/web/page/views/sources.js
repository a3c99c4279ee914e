// The landlords and shops whose mails are searched for, and the senders that the user trusts.

import { get, patch, post, remove } from "../api.js";
import { CATEGORY_NAMES, category } from "../format.js";
import { counted, locale, t } from "../language.js";
import { Button, Confirm, Empty, Field, Form, Loaded, Note, Problem, Switch, Tabs, View, href, html, useAction, useLoad, useState } from "../ui.js";
import { Labels } from "./labels.js";
import { PdfPassword } from "./pdf-password.js";

export function Sources({ query }) {
  const isTrusted = query.get("show") === "trusted";
  const title = t("Shops and landlords");
  const choices = [
    { value: "sources", name: title, to: href(["sources"]) },
    { value: "trusted", name: t("Trusted senders"), to: href(["sources"], { show: "trusted" }) },
  ];
  const find = html`<a class="button primary" href="#/discovery">${t("Find more in my mails")}</a>`;
  return html`<${View} title=${title} actions=${find}>
    <${Tabs} label=${t("Lists")} choices=${choices} chosen=${isTrusted ? "trusted" : "sources"} />
    ${isTrusted ? html`<${Trusted} proposed=${query.get("sender") ?? ""} />` : html`<${ShopsAndLandlords} />`}
  </${View}>`;
}

function ShopsAndLandlords() {
  const sources = useLoad(async () => {
    const { landlords, vendors } = await get("/v1/sources");
    return [...landlords.map(fromLandlord), ...vendors.map(fromVendor)];
  }, []);
  const [adding, setAdding] = useState(undefined);
  const choice = (value, name) => html`<button type="button" aria-expanded=${adding === value ? "true" : "false"}
    onClick=${() => setAdding(adding === value ? undefined : value)}>${name}</button>`;
  return html`
    <p class="quiet">${t("Invoices are collected from the mails of these senders. Switch off those that you don't want.")}</p>
    <div class="actions">
      ${choice("vendor", t("Add a shop"))}
      ${choice("landlord", t("Add a landlord"))}
    </div>
    ${adding && html`<${Add} key=${adding} type=${TYPES[adding]} sources=${sources} />`}
    <${Loaded} of=${sources} rows=${8}>${() => html`<${List} sources=${sources} />`}</${Loaded}>`;
}

// A landlord and a vendor in the same form, so that one list shows both.
function fromLandlord(landlord) {
  const { landlord_id: id, sender, subject, active, origin } = landlord;
  return { id, type: TYPES.landlord, address: `/v1/sources/landlords/${encodeURIComponent(id)}`, name: sender, kind: t("Landlord"), senders: [sender], subjects: subject ? [subject] : [], active, origin };
}

function fromVendor(vendor) {
  const { vendor_id: id, name, sub_type: subType, email_patterns: senders, subject_keywords: subjects, active, origin } = vendor;
  return { id, type: TYPES.vendor, address: `/v1/sources/vendors/${encodeURIComponent(id)}`, name, subType, kind: category(subType), senders, subjects, active, origin };
}

// What the form of each type has, and what is sent.
const TYPES = {
  vendor: {
    path: "/v1/sources/vendors", read: fromVendor, Fields: VendorFields, title: t("Add a shop"), submit: t("Add the shop"),
    bodyOf: ({ name, senders, subType, subjects }) => ({ name, sub_type: subType, email_patterns: list(senders, /[\s,;]+/), subject_keywords: list(subjects, /[,;]/) }),
  },
  landlord: {
    path: "/v1/sources/landlords", read: fromLandlord, Fields: LandlordFields, title: t("Add a landlord"), submit: t("Add the landlord"),
    bodyOf: ({ sender, subject }) => ({ sender: sender.trim(), subject: subject.trim() }),
  },
};

function List({ sources }) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, kind, senders }) => words.every((word) => [name, kind, ...senders].join(" ").toLowerCase().includes(word));
  const found = sources.value.filter(matches);
  const known = found.filter(({ origin }) => origin !== "user").toSorted((one, other) => one.name.localeCompare(other.name, locale));
  const groups = [
    [t("Added by you"), found.filter(({ origin }) => origin === "user")],
    [t("Known to the service"), known],
  ];
  const set = (address, changed) => sources.set(sources.value.flatMap((source) => (source.address === address ? changed : source)));
  return html`<section class="stack">
    <div class="search"><${Field} type="search" label=${t("Search in the list")} value=${search} onInput=${(event) => setSearch(event.currentTarget.value)} /></div>
    <p class="unseen" role="status">${search && counted(found.length, "{n} match", "{n} matches")}</p>
    ${found.length === 0 && html`<${Empty} title=${t("No match")}><p>${t("Add it above, or search for it in your mail.")}</p></${Empty}>`}
    ${groups.filter(([, list]) => list.length > 0).map(([name, list]) => html`
      <section key=${name} class="stack">
        <h2>${name}</h2>
        <ul class="card flush rows acting">${list.map((source) => html`<${Row} key=${source.address} source=${source} set=${set} />`)}</ul>
      </section>`)}
  </section>`;
}

function Row({ source, set }) {
  const { name, address, senders, subjects, origin, active } = source;
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const change = useAction(async (isOn) => {
    await patch(address, { active: isOn });
    set(address, [{ ...source, active: isOn }]);
  });
  const drop = useAction(async () => {
    await remove(address);
    set(address, []);
  });
  const save = async (body) => set(address, [source.type.read(await patch(address, body))]);
  const details = [senders.filter((sender) => sender !== name).join(", "), subjects.length > 0 && t("subject: {subjects}", { subjects: subjects.join(" / ") })];
  return html`<li><div>
    <div class="what">
      <h3>${name} <span class="tag">${source.kind}</span></h3>
      <p class="small quiet">${details.filter(Boolean).join(" · ")}</p>
      <${Problem} error=${change.error} />
    </div>
    <div class="side-by-side">
      <button type="button" class="plain" aria-expanded=${isOpen ? "true" : "false"} aria-label=${t("Details of {name}", { name })} onClick=${() => setOpen(!isOpen)}>${t("Details")}</button>
      ${origin === "user" && html`<button type="button" class="plain" aria-label=${t("Remove {name}", { name })} onClick=${() => setAsking(true)}>${t("Remove")}</button>`}
      <${Switch} label=${name} on=${active} busy=${change.busy} onChange=${change.run} />
    </div>
    ${isAsking && html`<${Confirm} question=${t("Remove {name}? Its invoices stay.", { name })}
      yes=${t("Remove")} action=${drop} onYes=${drop.run} onNo=${() => setAsking(false)} />`}
  </div>
  ${isOpen && html`<section class="below stack">
    <p><a href=${href(["mails"], { sender: senders[0] })}>${t("Its mails")}</a></p>
    ${origin === "user" && html`<${Editor} type=${source.type} of=${source} label=${t("Change {name}", { name })} button=${t("Save the changes")} send=${save} done=${t("Saved.")} />`}
    <${Labels} address=${address} name=${name} /><${PdfPassword} source=${source} />
  </section>`}</li>`;
}

export function sayWhatIsWrong(error) {
  if (error.status === 400) {
    error.message = t("A sender is an address or a domain of one company, such as shop.se. It can't be a mail provider such as gmail.com.");
  } else if (error.status === 403) {
    error.message = t("You have reached the maximum. Remove one first.");
  }
  throw error;
}

function Add({ type, sources }) {
  // It may be in the list already.
  const add = async (body) => {
    const source = type.read(await post(type.path, body));
    sources.set([source, ...sources.value.filter(({ address }) => address !== source.address)]);
  };
  return html`<section class="card">
    <h2>${type.title}</h2>
    <${Editor} type=${type} label=${type.title} button=${type.submit} send=${add} done=${t("It is added. The next fetch looks for its mails.")} />
  </section>`;
}

// The form of a new source, or of one that is changed.
function Editor({ type: { Fields, bodyOf }, of, label, button, send, done }) {
  const [isDone, setDone] = useState(false);
  const action = useAction(async (values, form) => {
    setDone(false);
    await send(bodyOf(values)).catch(sayWhatIsWrong);
    if (!of) form.reset();
    setDone(true);
  });
  return html`<${Form} class="narrow" label=${label} action=${action} onSubmit=${action.run}>
    <${Fields} of=${of} />
    <div class="actions"><${Button} type="submit" kind=${of ? "" : "primary"} busy=${action.busy}>${button}</${Button}></div>
    ${isDone && html`<${Note}>${done}</${Note}>`}
  </${Form}>`;
}

function VendorFields({ of: { name, senders = [], subType, subjects = [] } = {} }) {
  return html`
    <${Field} label=${t("Name")} name="name" required maxLength="100" autocomplete="off" defaultValue=${name} />
    <${Field} label=${t("Senders")} name="senders" required autocomplete="off" autocapitalize="none" spellcheck=${false} defaultValue=${senders.join(", ")}
      hint=${t("Domains or addresses, such as shop.se or receipt@shop.se. Separate several with commas.")} />
    <${Field} label=${t("Category")} name="subType">${CATEGORY_NAMES.map((one) => html`<option key=${one} value=${one} selected=${one === subType}>${category(one)}</option>`)}</${Field}>
    <${Field} label=${t("Words in the subject (optional)")} name="subjects" autocomplete="off" defaultValue=${subjects.join(", ")}
      hint=${t("Only mails with one of these are read. Separate several with commas.")} />`;
}

function LandlordFields({ of: { senders: [sender] = [], subjects: [subject] = [] } = {} }) {
  return html`
    <${Field} label=${t("Sender")} name="sender" required minLength="3" maxLength="320" autocomplete="off" autocapitalize="none" spellcheck=${false} defaultValue=${sender}
      hint=${t("The address or domain that sends the rent invoices, such as rent@landlord.se.")} />
    <${Field} label=${t("Words in the subject (optional)")} name="subject" maxLength="200" autocomplete="off" defaultValue=${subject}
      hint=${t("Only mails with this phrase are read.")} />`;
}

const list = (text, separator) => text.split(separator).map((part) => part.trim()).filter(Boolean);

// `proposed` is an address that another view proposes.
function Trusted({ proposed }) {
  const senders = useLoad(async () => (await get("/v1/sources/trusted")).senders, []);
  const [added, setAdded] = useState(undefined);
  const add = useAction(async ({ sender }, form) => {
    setAdded(undefined);
    const answer = await post("/v1/sources/trusted", { sender: sender.trim() });
    form.elements.sender.value = "";
    setAdded(answer);
    senders.set([...new Set([...senders.value ?? [], answer.sender])].sort());
  });
  return html`<section class="card">
    <p>${t("Mails are quarantined if their sender can't be authenticated. If you trust an address, its mails are parsed anyway. Anyone who writes in its name can then send you a false invoice, so trust only senders that you know.")}</p>
    <${Loaded} of=${senders} rows=${1}>${(list) => list.length === 0
      ? html`<p class="quiet">${t("You have no trusted senders.")}</p>`
      : html`<ul>${list.map((sender) => html`<${TrustedSender} key=${sender} sender=${sender} senders=${senders} />`)}</ul>`}
    </${Loaded}>
    <${Form} class="row" label=${t("Trust a sender")} action=${add} onSubmit=${add.run}>
      <${Field} label=${t("E-mail address")} name="sender" type="email" required maxLength="320" autocomplete="off" defaultValue=${proposed} />
      <${Button} type="submit" busy=${add.busy}>${t("Trust this sender")}</${Button}>
    </${Form}>
    ${added && html`<${Note}><p>${t("{sender} is trusted.", { sender: added.sender })}
      ${added.released > 0 && ` ${counted(added.released, "{n} mail left the quarantine.", "{n} mails left the quarantine.")}`}</p></${Note}>`}
  </section>`;
}

function TrustedSender({ sender, senders }) {
  const drop = useAction(async () => {
    await remove(`/v1/sources/trusted/${encodeURIComponent(sender)}`);
    senders.set(senders.value.filter((one) => one !== sender));
  });
  return html`<li class="view-head">
    <span class="wrap">${sender}</span>
    <${Button} kind="plain" busy=${drop.busy} aria-label=${t("Stop trusting {sender}", { sender })} onClick=${drop.run}>${t("Stop trusting")}</${Button}>
    <${Problem} error=${drop.error} />
  </li>`;
}
