/** What failed without the reader having to know; for whoever looks into the console. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(what, error);
}
