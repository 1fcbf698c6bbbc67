import workerScript from 'altcha/workers/pbkdf2?worker&url';
import { ApiError } from '../../api/api-error.ts';
import { minute } from '../../durations.ts';
import { ownScript } from '../../own-script.ts';

/* Longer than a slow phone needs. */
const limitMs = minute;

interface Solution {
  counter: number;
  derivedKey: string;
}

/** Finds the solution of a challenge of ALTCHA in a worker; returns it in the server's format. */
export async function solveChallenge(challenge: object, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(ownScript(workerScript));
  try {
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<(Solution & { error?: unknown }) | null>) =>
        data?.error === undefined ? resolve(data) : reject(data.error);
      worker.onerror = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.postMessage({
        type: 'work',
        challenge,
        counterStart: 0,
        counterStep: 1,
        timeout: limitMs,
      });
    });
    if (!solution) throw new ApiError(0, 'captcha_check_failed', 'The work took too long.');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
