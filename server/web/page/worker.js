// The service worker. It only keeps files that another program shares with the installed page, until the page takes them: an old page is
// never served.

addEventListener("install", () => skipWaiting());

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && new URL(url).pathname === "/page/share") event.respondWith(keep(event.request));
});

async function keep(request) {
  const files = (await request.formData()).getAll("files").filter((file) => file instanceof File);
  const cache = await caches.open("shared");
  await Promise.all(files.map((file, index) => (
    cache.put(`/page/shared/${Date.now()}-${index}/${encodeURIComponent(file.name)}`, new Response(file)))));
  return Response.redirect("/#/mailbox?shared=1", 303);
}
