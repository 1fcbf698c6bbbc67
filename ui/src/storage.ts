interface Memory {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/* Reading the property itself throws where storage is forbidden (private windows, strict
   settings), so it is looked up at each access. */
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
        // What is kept then lasts as long as the page.
      }
    },
    remove(key) {
      try {
        memory().removeItem(key);
      } catch {
        // Where nothing can be kept, nothing is there.
      }
    },
  };
}

/** The browser's local storage, or nothing: the product works without it. */
export const storage = guarded(() => window.localStorage);

/** What lasts as long as the tab, or nothing. */
export const tabStorage = guarded(() => window.sessionStorage);
