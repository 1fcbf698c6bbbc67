/** Chromium's `beforeinstallprompt` event; other browsers never fire it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: BeforeInstallPromptEvent | undefined;
const listeners = new Set<() => void>();

function set(next: BeforeInstallPromptEvent | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/**
 * Keeps the browser's install prompt until the reader asks for it. Call once, as early as possible.
 */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Prevents the browser's own install bar.
    event.preventDefault();
    set(event as BeforeInstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => set(undefined));
}

export const installPrompt = {
  offered: () => offer !== undefined,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Shows the browser's install prompt; each prompt can be used once. */
  async show(): Promise<void> {
    const made = offer;
    set(undefined);
    try {
      await made?.prompt();
    } catch {
      // The browser has withdrawn the prompt; it will fire another one.
    }
  },
};
