import type { Message } from './service-worker/messages.ts';

/* An installed app may stay open for days; it asks for a new version when it is looked at again. */
const askAgainAfter = 60 * 60 * 1000;

let ready = false;
let reloading = false;
let registration: ServiceWorkerRegistration | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  ready = next;
  for (const listener of listeners) listener();
}

function tell(worker: ServiceWorker, message: Message, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

/** Whether this page was drawn by the scripts that the worker holds. */
function drewThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data === true);
    tell(worker, { type: 'is_yours', script }, [port2]);
  });
}

/* A page that came fresh from the network is new already: then nobody has to be asked. */
async function offer(worker: ServiceWorker): Promise<void> {
  if (await drewThisPage(worker)) tell(worker, { type: 'take_over' });
  else set(true);
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offer(worker);
  });
}

async function controllerChanged(): Promise<void> {
  if (reloading) {
    reloading = false;
    window.location.reload();
    return;
  }
  // Another window has taken the new version; this one keeps what its reader is doing.
  const { controller } = navigator.serviceWorker;
  if (controller && !(await drewThisPage(controller))) set(true);
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
    registration = await navigator.serviceWorker.register('/service-worker.js', {
      updateViaCache: 'none',
    });
    registration.addEventListener('updatefound', () => follow(registration?.installing ?? null));
    follow(registration.installing);
    if (registration.waiting && navigator.serviceWorker.controller) {
      void offer(registration.waiting);
    }
    askNowAndThen(registration);
  } catch (error) {
    // The product works without it: private windows and strict settings forbid it.
    // biome-ignore lint/suspicious/noConsole: said to whoever looks, and to nobody else
    console.warn('The service worker was not registered.', error);
  }
}

/** Makes the site readable without a network. Call once per page; nothing waits for it. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

/** Whether a newer version waits, and how to take it. */
export const appUpdate = {
  ready: () => ready,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Activates the new version and loads the page again, once. */
  take(): void {
    const waiting = registration?.waiting;
    if (!waiting) {
      window.location.reload();
      return;
    }
    reloading = true;
    tell(waiting, { type: 'take_over' });
  },

  /** Not now: the next visit gets the new version anyway. */
  dismiss: () => set(false),
};
