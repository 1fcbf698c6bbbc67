/* A tab in the background is not painted. */
const paintTimeoutMs = 1000;

/**
 * Waits until the server's page is painted: on a slow line its text, styles and fonts come first,
 * and the code after them.
 */
// docs/decisions/0160
export function serverPagePainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : paintTimeoutMs);
  });
}

/**
 * Ends the current task. Between the parts of a start, it lets the browser answer a reader who
 * scrolls or presses.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Waits so many milliseconds, or until the signal aborts. */
export function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, time);
    signal.addEventListener('abort', end);
  });
}
