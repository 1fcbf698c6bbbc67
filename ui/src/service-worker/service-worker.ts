import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import type { Message } from './messages.ts';
import {
  insteadOfLanding,
  isUnreachable,
  type Kind,
  kindOf,
  pageKey,
  shellUrl,
  worthKeeping,
} from './rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Inserted by the build. */
declare const __PRECACHE__: Array<{ url: string; revision: string | null }>;
declare const __ENTRIES__: string[];
declare const __APP_ENTRY__: string;

/* How long to wait for the network before showing the cached answer. */
const networkTimeoutSeconds = 4;
const month = 30 * 24 * 60 * 60;
const cacheNames = {
  pages: 'paragraf-pages-1',
  articles: 'paragraf-articles-1',
  lists: 'paragraf-lists-1',
  assets: 'paragraf-assets-1',
};

/* A shell of another build would request scripts that this worker has not cached. The
   installation fails, the old worker stays, and the browser retries later. */
const fittingShell: WorkboxPlugin = {
  async cacheWillUpdate({ request, response }) {
    if (response.status !== 200) return null;
    const { pathname, search } = new URL(request.url);
    if (pathname + search !== shellUrl) return response;
    return (await response.clone().text()).includes(__APP_ENTRY__) ? response : null;
  },
};

const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
};

/* A withdrawn article must not stay in the cache. */
const forgetGone: WorkboxPlugin = {
  async fetchDidSucceed({ request, response }) {
    if (response.status === 404 || response.status === 410) {
      await (await caches.open(cacheNames.articles)).delete(request);
    }
    return response;
  },
};

const oneKeyPerLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => pageKey(new URL(request.url)),
};

function keep(maxEntries: number): WorkboxPlugin {
  return new ExpirationPlugin({ maxEntries, maxAgeSeconds: month, purgeOnQuotaError: true });
}

function newestFirst(cacheName: string, plugins: WorkboxPlugin[]): NetworkFirst {
  return new NetworkFirst({
    cacheName,
    networkTimeoutSeconds,
    plugins: [onlyGood, ...plugins],
  });
}

function route(kind: Kind, handler: Parameters<typeof registerRoute>[1]): void {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && kindOf(url, request.mode) === kind,
    handler,
  );
}

async function shell(): Promise<Response> {
  return (await matchPrecache(shellUrl)) ?? Response.error();
}

addPlugins([fittingShell]);
precacheAndRoute(__PRECACHE__, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

const network = new NetworkOnly({ networkTimeoutSeconds });
route('app', async (options) => {
  try {
    const response = await network.handle(options);
    return isUnreachable(response.status) ? await shell() : response;
  } catch {
    return shell();
  }
});

const pages = newestFirst(cacheNames.pages, [oneKeyPerLanguage, keep(12)]);
route('landing', async (options) => {
  try {
    return await pages.handle(options);
  } catch {
    return Response.redirect(insteadOfLanding(new URL(options.request.url)).href);
  }
});
route('document', pages);
const articles = newestFirst(cacheNames.articles, [forgetGone, keep(200)]);
const lists = newestFirst(cacheNames.lists, [keep(60)]);
route('article', articles);
route('list', lists);
route('asset', new CacheFirst({ cacheName: cacheNames.assets, plugins: [onlyGood, keep(60)] }));

self.addEventListener('activate', (event) => {
  const current = Object.values(cacheNames);
  const removed = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith('paragraf-') && !current.includes(name));
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(removed);
});

/* The first visit loads its texts before there is a worker. */
async function keepLoaded(addresses: string[], event: ExtendableEvent): Promise<void> {
  const requests = worthKeeping(addresses, self.location.origin).map((url) => {
    const strategy = kindOf(url, 'cors') === 'article' ? articles : lists;
    return strategy.handle({ event, request: new Request(url) });
  });
  await Promise.allSettled(requests);
}

self.addEventListener('message', (event) => {
  const message = event.data as Message | undefined;
  if (message?.type === 'keep') event.waitUntil(keepLoaded(message.addresses, event));
  if (message?.type === 'take_over') void self.skipWaiting();
  if (message?.type === 'is_yours')
    event.ports[0]?.postMessage(__ENTRIES__.includes(message.script));
});

clientsClaim();
