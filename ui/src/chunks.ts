import { tabStorage } from './storage.ts';

/* Specified (section 9): a part of the application that has not come by then has failed. */
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

/* After an update the server no longer has the parts that an open page knows; loading the page
   again helps. Only once for the same part, and never without a network or a memory of it. */
function reloadOnce(error: unknown): boolean {
  const failure = String(error);
  if (!navigator.onLine || tabStorage.get(reloadedKey) === failure) return false;
  tabStorage.set(reloadedKey, failure);
  if (tabStorage.get(reloadedKey) !== failure) return false;
  window.location.reload();
  return true;
}

/** Fetches a part of the application; when it is gone because of an update, the page reloads. */
export async function loadChunk<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  try {
    return await inTime(fetchPart());
  } catch (error) {
    // The page is about to go: nothing is drawn in its last moment.
    if (!(error instanceof LateChunk) && reloadOnce(error)) return new Promise(() => {});
    throw error;
  }
}
