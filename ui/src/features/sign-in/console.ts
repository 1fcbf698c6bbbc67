/* What the widget tells developers. Texts are free; nothing of a person is in them. */

export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: specified: developers are told here
  console.warn(`[sign-in] ${message}`);
}

export function complain(message: string, error?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: specified: developers are told here
  console.error(`[sign-in] ${message}`, ...(error === undefined ? [] : [error]));
}
