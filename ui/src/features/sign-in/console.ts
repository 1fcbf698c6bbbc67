/* Messages for developers; they contain no personal data. */

export function logWarning(message: string): void {
  // biome-ignore lint/suspicious/noConsole: specified: messages for developers
  console.warn(`[sign-in] ${message}`);
}

export function logError(message: string, error?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: specified: messages for developers
  console.error(`[sign-in] ${message}`, ...(error === undefined ? [] : [error]));
}
