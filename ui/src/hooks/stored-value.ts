import { storage } from '../storage.ts';

/** A value on this device, for `useSyncExternalStore`. */
interface StoredValue<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Removes the value; it is then that of an empty storage. */
  remove: () => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Keeps a value as JSON under a key; where storage is forbidden it lasts as long as the page.
 *
 * `parse` receives anything, `null` where nothing is kept. Other tabs see a change, and theirs are
 * seen here; the same object is returned while nothing has changed.
 */
export function storedValue<Value>(
  key: string,
  parse: (kept: unknown) => Value,
): StoredValue<Value> {
  const listeners = new Set<() => void>();
  const read = (kept: string | null) => {
    try {
      return parse(JSON.parse(kept ?? 'null'));
    } catch {
      return parse(null);
    }
  };
  let text = storage.get(key);
  let value = read(text);

  function changed(next: Value): void {
    value = next;
    text = storage.get(key);
    for (const listener of listeners) listener();
  }

  return {
    get() {
      const now = storage.get(key);
      if (now !== text) {
        text = now;
        value = read(now);
      }
      return value;
    },
    set(next) {
      storage.set(key, JSON.stringify(next));
      changed(next);
    },
    remove() {
      storage.remove(key);
      changed(parse(null));
    },
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}
