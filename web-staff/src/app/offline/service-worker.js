// Keeps the parts of the site that a call needs without a connection (docs/decisions/0083). The build writes in which
// they are. Only files of the site itself are kept, never an answer of the API, and what the network has comes first.
(() => {
  const version = 'VERSION';
  const files = JSON.parse('FILES');
  const prefix = 'stillwater-parts-';
  const name = prefix + version;
  const shell = '/index.html';
  const patienceMs = 4_000;
  // Addresses that are no page of the application: calls, sandboxes of local starts, and files.
  const elsewhere = /^\/(?:api|sandbox|dev)\/|\.\w+$/;

  const ours = async () => (await caches.keys()).filter((key) => key.startsWith(prefix));

  // All or nothing: where one part is missing, or the device is full, the worker before this one stays.
  const install = async () => {
    const parts = await caches.open(name);
    try {
      await parts.addAll(files.map((file) => new Request(file, { cache: file === shell ? 'reload' : 'default' })));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
    // Parts are named by what they hold, so that a new worker serves old pages as well as the one before it.
    await self.skipWaiting();
  };

  // The parts of the version before stay for the pages that are still open; older ones go.
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

  // A page as it was published last; the kept one where there is no connection, or a connection in name only.
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
