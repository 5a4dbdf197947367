// Caches the parts of the site that a first call needs offline (docs/decisions/0083). The build inserts their list.
// Only files of the site are cached, never an API response, and the network has priority.
(() => {
  const version = 'VERSION';
  const files = JSON.parse('FILES');
  const prefix = 'stillwater-parts-';
  const name = prefix + version;
  const shell = '/index.html';
  const patienceMs = 4_000;
  // Paths that are no page of the application: API calls, sandboxes of local starts, and files.
  const elsewhere = /^\/(?:api|sandbox|dev)\/|\.\w+$/;

  const ours = async () => (await caches.keys()).filter((key) => key.startsWith(prefix));

  // All or nothing: if a file is missing or the device is full, the previous worker stays.
  const install = async () => {
    const parts = await caches.open(name);
    try {
      await parts.addAll(files.map((file) => new Request(file, { cache: file === shell ? 'reload' : 'default' })));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
    // File names contain content hashes, so that a new worker also serves pages of the previous version.
    await self.skipWaiting();
  };

  // Files of the previous version stay for open pages; older ones are deleted.
  const activate = async () => {
    const older = (await ours()).filter((key) => key !== name);
    const written = await Promise.all(
      older.map(async (key) => {
        const page = await (await caches.open(key)).match(shell);
        return [Date.parse(page?.headers.get('date') ?? '') || 0, key];
      }),
    );
    const [, ...gone] = written.sort(([a], [b]) => b - a);
    await Promise.all(gone.map(([, key]) => caches.delete(key)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };

  const kept = async (request) => {
    for (const key of [name, ...(await ours())]) {
      const found = await (await caches.open(key)).match(request);
      if (found) return found;
    }
  };

  // The latest page from the network; the cached one without a working connection.
  const page = async (event) => {
    const published = (async () => (await event.preloadResponse) ?? fetch(event.request))();
    const own = await (await caches.open(name)).match(shell);
    if (!own) return published;
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs, own));
    return Promise.race([published.catch(() => own), late]);
  };

  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(activate()));
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      if (!elsewhere.test(url.pathname)) event.respondWith(page(event));
    } else if (url.pathname.startsWith('/assets/')) {
      event.respondWith(kept(request).then((found) => found ?? fetch(request)));
    }
  });
})();
