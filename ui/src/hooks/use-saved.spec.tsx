import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { useSaved } from './use-saved.ts';

interface Choice {
  one: number;
  two: string;
}

/** A server that answers when the test allows it. */
function slowServer() {
  const asked: Array<{ part: Partial<Choice>; answer: (error?: Error) => void }> = [];
  const send = (part: Partial<Choice>) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ part, answer: (error) => (error ? reject(error) : resolve()) });
    });
  return { asked, send };
}

const stored: Choice = { one: 1, two: 'a' };
const use = (send: (part: Partial<Choice>) => Promise<void>) =>
  renderHook(() => useSaved(stored, send)).result;

test('one request at a time, and the last word of each field goes in the next', async () => {
  const { asked, send } = slowServer();
  const hook = use(send);
  act(() => hook.current.change({ one: 2 }));
  act(() => hook.current.change({ one: 3 }));
  act(() => hook.current.change({ one: 4, two: 'b' }));
  expect(hook.current.shown).toEqual({ one: 4, two: 'b' });
  expect(asked.map(({ part }) => part)).toEqual([{ one: 2 }]);
  await act(async () => asked[0]?.answer());
  expect(asked[1]?.part).toEqual({ one: 4, two: 'b' });
  expect(hook.current.state.phase).toBe('busy');
  await act(async () => asked[1]?.answer());
  await waitFor(() => expect(hook.current.state.phase).toBe('done'));
  expect(hook.current.shown).toEqual(stored);
});

test('what did not arrive stays chosen, and goes again with what was chosen since', async () => {
  const { asked, send } = slowServer();
  const hook = use(send);
  act(() => hook.current.change({ one: 2 }));
  await act(async () => asked[0]?.answer(new ApiError(503, 'unavailable', 'x')));
  expect(hook.current.state).toEqual({ phase: 'failed', code: 'unavailable' });
  expect(hook.current.shown).toEqual({ one: 2, two: 'a' });
  act(() => hook.current.change({ two: 'b' }));
  expect(asked[1]?.part).toEqual({ one: 2, two: 'b' });
  await act(async () => asked[1]?.answer(new TypeError('no network')));
  expect(hook.current.state).toEqual({ phase: 'failed', code: 'network_request_failed' });
  act(() => hook.current.retry());
  expect(asked[2]?.part).toEqual({ one: 2, two: 'b' });
  await act(async () => asked[2]?.answer());
  await waitFor(() => expect(hook.current.state.phase).toBe('done'));
});
