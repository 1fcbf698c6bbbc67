import { hour } from './durations.ts';
import { ownScript } from './own-script.ts';
import type { Message } from './service-worker/messages.ts';

/* An installed app may stay open for days, so it checks for a new version when it becomes
   visible. */
const askAgainAfter = hour;

let ready = false;
let reloading = false;
let registration: ServiceWorkerRegistration | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  ready = next;
  for (const listener of listeners) listener();
}

function post(worker: ServiceWorker, message: Message, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

/** Whether the scripts of the active worker's build drew this page. */
function drewThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data === true);
    post(worker, { type: 'is_yours', script }, [port2]);
  });
}

/* A page that came fresh from the network is current, so the update needs no question. */
async function offer(worker: ServiceWorker): Promise<void> {
  if (await drewThisPage(worker)) post(worker, { type: 'take_over' });
  else set(true);
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offer(worker);
  });
}

/* A worker that came after the page's texts caches them too: they are readable offline. */
function keepLoaded(worker: ServiceWorker): void {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  post(worker, { type: 'keep', addresses });
}

async function controllerChanged(): Promise<void> {
  if (reloading) {
    reloading = false;
    window.location.reload();
    return;
  }
  // Another window activated the new version; this one keeps the reader's state.
  const { controller } = navigator.serviceWorker;
  if (!controller) return;
  keepLoaded(controller);
  if (!(await drewThisPage(controller))) set(true);
}

function askNowAndThen(asked: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < askAgainAfter) return;
    last = Date.now();
    asked.update().catch(() => {});
  });
}

async function register(): Promise<void> {
  try {
    navigator.serviceWorker.addEventListener('controllerchange', () => void controllerChanged());
    registration = await navigator.serviceWorker.register(ownScript('/service-worker.js'), {
      updateViaCache: 'none',
    });
    registration.addEventListener('updatefound', () => follow(registration?.installing ?? null));
    follow(registration.installing);
    if (registration.waiting && navigator.serviceWorker.controller) {
      void offer(registration.waiting);
    }
    askNowAndThen(registration);
  } catch (error) {
    // Private windows and strict settings forbid service workers; the product works without one.
    // biome-ignore lint/suspicious/noConsole: for developers only
    console.warn('The service worker was not registered.', error);
  }
}

/* How long a busy page may hold up the worker, in milliseconds. */
const idleTimeoutMs = 3000;

/* The worker fetches the whole app: it begins when the page has been drawn. Safari does not say when that is. */
function registerWhenIdle(): void {
  const run = () => void register();
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleTimeoutMs });
  else setTimeout(run);
}

/** Registers the service worker that makes the site readable offline. Call once per page. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') registerWhenIdle();
  else window.addEventListener('load', registerWhenIdle, { once: true });
}

/** Whether a newer version is waiting, and how to activate it. */
export const appUpdate = {
  ready: () => ready,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Activates the new version and reloads the page once. */
  take(): void {
    const waiting = registration?.waiting;
    if (!waiting) {
      window.location.reload();
      return;
    }
    reloading = true;
    post(waiting, { type: 'take_over' });
  },

  /** Dismisses the offer; the next visit gets the new version anyway. */
  dismiss: () => set(false),
};
