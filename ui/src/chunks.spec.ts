import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk } from './chunks.ts';

const reload = vi.fn();
const answer = vi.fn(async () => new Response());
const gone = async () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/old.js');
};
/** Whether the promise is still pending after all queued work has run. */
async function pends(promise: Promise<unknown>): Promise<boolean> {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    Promise.resolve(true),
  ]);
}

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  answer.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', answer);
  window.sessionStorage.clear();
  vi.stubGlobal('location', { ...window.location, reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a part that comes is given', async () => {
  await expect(loadChunk(async () => 'part')).resolves.toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that is gone reloads the page, once', async () => {
  expect(await pends(loadChunk(gone))).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  await expect(loadChunk(gone)).rejects.toThrow('/assets/old.js');
  expect(reload).toHaveBeenCalledOnce();
});

test('while the server does not answer the page stays, and reloads when it does again', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(loadChunk(gone)).rejects.toThrow('/assets/old.js');
  answer.mockResolvedValueOnce(new Response(null, { status: 503 }));
  await expect(loadChunk(gone)).rejects.toThrow('/assets/old.js');
  expect(reload).not.toHaveBeenCalled();
  expect(await pends(loadChunk(gone))).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('without a network or a memory the page does not reload', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadChunk(gone)).rejects.toThrow();
  vi.mocked(vi.spyOn(navigator, 'onLine', 'get')).mockReturnValue(true);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  await expect(loadChunk(gone)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('after 120 seconds it has failed', async () => {
  const part = loadChunk(() => new Promise(() => {}));
  const failed = expect(part).rejects.toThrow('in time');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(await pends(part)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(reload).not.toHaveBeenCalled();
});
