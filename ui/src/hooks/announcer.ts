/* The route announcer's message; a store outside React's tree. */
let message = '';
const listeners = new Set<() => void>();

export const announcer = {
  announce(text: string): void {
    message = text;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  message: () => message,
};
