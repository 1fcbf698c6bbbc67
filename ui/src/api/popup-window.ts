/** The size of every window that belongs to signing in. */
export const popupSize = { width: 500, height: 600 };

/** Opens a window in the middle of the screen; `null` where the browser blocks it. */
export function openCentred(url: string, name: string): Window | null {
  const { width, height } = popupSize;
  const left = Math.max(0, (window.screen.width - width) / 2);
  const top = Math.max(0, (window.screen.height - height) / 2);
  return window.open(url, name, `width=${width},height=${height},left=${left},top=${top}`);
}
