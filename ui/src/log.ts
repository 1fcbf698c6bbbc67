/** Logs what went well where the specification asks for it. */
export function logSuccess(what: string): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.info(what);
}

/** Logs a failure that the reader does not need to know about. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(what, error);
}
