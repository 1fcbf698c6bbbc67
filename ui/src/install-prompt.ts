/** Chromium's offer to install the site; other browsers never make one. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: BeforeInstallPromptEvent | undefined;
const listeners = new Set<() => void>();

function set(next: BeforeInstallPromptEvent | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer until the reader asks for it. Call once, as early as possible. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come unasked.
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

  /** Shows the browser's question; an offer counts once. */
  async show(): Promise<void> {
    const made = offer;
    set(undefined);
    try {
      await made?.prompt();
    } catch {
      // The browser has taken its offer back meanwhile; it makes another when it likes.
    }
  },
};
