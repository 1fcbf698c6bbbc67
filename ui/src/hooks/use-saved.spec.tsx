import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { makeQueryClient } from '../api/query-client.ts';
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

const queryKey = ['choice'];

interface FormProps {
  stored: Choice;
  send: (part: Partial<Choice>) => Promise<void>;
}

function Form({ stored: of, send }: FormProps) {
  const { shown, state, change } = useSaved(of, send);
  return (
    <button type="button" onClick={() => change({ one: 2 })}>
      {`${state.phase} ${shown.one}`}
    </button>
  );
}

function Screen({ send }: Pick<FormProps, 'send'>) {
  const { data } = useQuery({ queryKey, queryFn: () => stored, staleTime: Infinity });
  return <Form stored={data ?? stored} send={send} />;
}

test('what was stored is seen before the choice is let go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const client = makeQueryClient();
  client.setQueryData(queryKey, stored);
  const send = async (part: Partial<Choice>) => {
    client.setQueryData(queryKey, { ...stored, ...(await Promise.resolve(part)) });
  };
  render(
    <QueryClientProvider client={client}>
      <Screen send={send} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button');
  // No timer runs: what the client announces in a later task is not seen.
  await act(async () => button.click());
  await act(async () => {});
  expect(button).toHaveTextContent('done 2');
});
