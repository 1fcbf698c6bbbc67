import { tabStorage } from './storage.ts';

/* Specified: a chunk that has not arrived by then counts as failed. */
const timeOut = 120_000;
const reloadedKey = 'reloaded-for';

class LateChunk extends Error {}

async function inTime<Part>(part: Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateChunk('A part did not load in time.')), timeOut);
  });
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}

/* How long the server may take to answer before it counts as gone. */
const answerTime = 5_000;

async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerTime);
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/* After an update the server no longer has the chunks that an open page knows, and reloading
   helps. Reloads only once per chunk, and never without a server or storage: the browser's error
   page would replace what can still be read. */
async function reloadOnce(error: unknown): Promise<boolean> {
  const failure = String(error);
  if (!navigator.onLine || tabStorage.get(reloadedKey) === failure) return false;
  if (!(await serverAnswers())) return false;
  tabStorage.set(reloadedKey, failure);
  if (tabStorage.get(reloadedKey) !== failure) return false;
  window.location.reload();
  return true;
}

/** Loads a chunk; reloads the page when the chunk disappeared because of an update. */
export async function loadChunk<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  try {
    return await inTime(fetchPart());
  } catch (error) {
    // Never settles: the page is about to reload and must not draw anything else.
    if (!(error instanceof LateChunk) && (await reloadOnce(error))) return new Promise(() => {});
    throw error;
  }
}
