/**
 * How long a journey waits for anything, in milliseconds. Only a failing journey waits this long,
 * so it is generous: a busy machine must not fail a sound program.
 */
export const patience = 120_000;

/** Fails when the work takes longer than `patience`; for calls that know no timeout. */
export async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what} did not finish in time`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
