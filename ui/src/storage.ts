interface Memory {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/* Reading the property throws where storage is forbidden (private windows, strict settings), so
   it is looked up at each access. */
function guarded(memory: () => Storage): Memory {
  return {
    get(key) {
      try {
        return memory().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        memory().setItem(key, value);
      } catch {
        // The value then lasts as long as the page.
      }
    },
    remove(key) {
      try {
        memory().removeItem(key);
      } catch {
        // Storage is unavailable, so there is nothing to read.
      }
    },
  };
}

/** The browser's local storage; it keeps nothing where it is forbidden. */
export const storage = guarded(() => window.localStorage);

/** The browser's session storage; it keeps nothing where it is forbidden. */
export const tabStorage = guarded(() => window.sessionStorage);
