// Files that another program shares with the installed page. `worker.js` keeps them until the reader has said whether to import them:
// any page on the web can send a form with files to the worker.

import { onSession } from "./api.js";
import { t } from "./language.js";
import { Confirm, go, html, useEffect, useState } from "./ui.js";

const WORKER = "/page/worker.js";
// The page's policy takes the address of a script from this alone.
const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });

// A browser refuses a worker without a trusted certificate. The rest of the page works.
const register = () => void navigator.serviceWorker?.register(policy?.createScriptURL("") ?? WORKER).catch(() => {});

async function shared() {
  if (!globalThis.caches) return [];
  const cache = await caches.open("shared");
  return Promise.all((await cache.keys()).map(async (request) => {
    const content = await (await cache.match(request)).blob();
    return new File([content], decodeURIComponent(request.url.split("/").at(-1)), { type: content.type });
  }));
}

// Those of the user before are not for the next one.
onSession((state) => { if (state === "out") globalThis.caches?.delete("shared"); });

// `isAsked` changes when files come. Those of an earlier visit that were not answered about are asked about again.
export function Shared({ isAsked }) {
  const [files, setFiles] = useState([]);
  useEffect(register, []);
  useEffect(() => {
    shared().then(setFiles);
  }, [isAsked]);
  if (files.length === 0) return null;
  const end = () => {
    setFiles([]);
    caches.delete("shared");
    go(["mailbox"]);
  };
  const start = async () => {
    const { importFiles } = await import("./imports.js");
    end();
    importFiles(files);
  };
  const names = files.map(({ name }) => name).join(", ");
  return html`<${Confirm} kind="primary" question=${t("Import these shared files? {names}", { names })}
    yes=${t("Import the files")} onYes=${start} onNo=${end} />`;
}
