/**
 * The browser's local storage, or nothing.
 *
 * Reading the property itself throws where storage is forbidden (private windows, strict
 * settings), so every access goes through here and the product works without it.
 */
export const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value);
    } catch {
      // The choice then lasts as long as the page.
    }
  },
};
