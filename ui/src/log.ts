/** Logs a failure that the reader does not need to know about. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(what, error);
}
