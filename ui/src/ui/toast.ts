/** What a message offers beside its text. */
interface ToastAction {
  label: string;
  run: () => void;
}

/* One message at a time: a new one replaces the old. */
interface Toast {
  id: number;
  text: string;
  action: ToastAction | undefined;
}

let current: Toast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a short message that has no place of its own on the page. */
export function showToast(text: string, action?: ToastAction): void {
  count += 1;
  set({ id: count, text, action });
}

export function dismissToast(id: number): void {
  if (current?.id === id) set(undefined);
}

export const toasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => current,
};
