// Keeps the files of the page in the browser, so that the page opens fast and without a network.

const BUILD = "{build}";
const FILES = ["{files}"];
const FILE_CACHES = `polygames-play-files ${self.registration.scope} `; // of this page only
const FILE_CACHE = `${FILE_CACHES}${BUILD}`;

const install = async () => {
  await (await caches.open(FILE_CACHE)).addAll(FILES);
  await self.skipWaiting();
};

const removeOldFiles = async () => {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FILE_CACHES) && name !== FILE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
};

/** Answer from the cache. The page itself comes from the network first: it names its files, and a
 *  new build has other names. */
const answer = async (request) => {
  const cache = await caches.open(FILE_CACHE);
  if (request.mode === "navigate") {
    try {
      return await fetch(request);
    } catch {
      return await cache.match("./");
    }
  }
  return (await cache.match(request)) ?? fetch(request);
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOldFiles()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
