import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearPrivateData, makeQueryClient } from '../api/query-client.ts';
import { concerned, exampleQuestions, exampleReport } from '../test/example-concerns.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { deviceAnswers } from './device-answers.ts';
import { eraseAnswers } from './erase-answers.ts';
import { useConcerns } from './use-concerns.ts';

function visit() {
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(() => useConcerns(), { wrapper }) };
}

const report = exampleReport({ duties: { d112: concerned('yes', 'because') } });

beforeEach(() => showSession({}));

test('without answers nothing is asked', () => {
  fakeServer({});
  expect(visit().result.current).toMatchObject({ answered: false, report: undefined });
  expect(sent).toEqual([]);
});

test('several ticks are one request, without an account and not in an address', async () => {
  const asked = fakeServer({ '/concerns': { body: report } });
  const { result } = visit();
  act(() => deviceAnswers.set('owns', ['home']));
  act(() => deviceAnswers.set('owns', ['home', 'car']));
  act(() => deviceAnswers.skip(['farms']));
  await waitFor(() => expect(result.current.report).toEqual(report));
  expect(asked).toEqual(['/concerns']);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    authorization: null,
    body: { facts: { owns: ['home', 'car'] }, skipped: ['farms'], reasons: true, lang: 'en' },
  });
});

test('the last report is there at once on the next visit, and while the server does not answer', async () => {
  deviceAnswers.set('farms', true);
  fakeServer({ '/concerns': { body: report } });
  const first = visit();
  await waitFor(() => expect(first.result.current.report).toEqual(report));
  first.unmount();
  fakeServer({
    '/concerns': { status: 400, body: { code: 'invalid' } },
    '/concerns/questions': { status: 400, body: {} },
  });
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
  const { result } = visit();
  expect(result.current.report).toEqual(report);
  await waitFor(() => expect(result.current).toMatchObject({ failed: true, report }));
});

test('an answer to a question that the server does not have any more is not sent again', async () => {
  deviceAnswers.set('owns', ['home', 'gone']);
  deviceAnswers.set('farms', true);
  fakeServer({
    '/concerns': (_, { body }) =>
      'owns' in body.facts ? { status: 400, body: { code: 'invalid' } } : { body: report },
    '/concerns/questions': { body: exampleQuestions },
  });
  const { result } = visit();
  await waitFor(() => expect(result.current.report).toEqual(report));
  expect(sent.at(-1)?.body.facts).toEqual({ farms: true });
});

test('signing out leaves the answers on the device, and erasing leaves nothing', async () => {
  deviceAnswers.set('farms', true);
  fakeServer({ '/concerns': { body: report } });
  const { client, result } = visit();
  await waitFor(() => expect(result.current.report).toEqual(report));
  act(() => clearPrivateData(client));
  expect(deviceAnswers.get().facts).toEqual({ farms: true });
  act(() => eraseAnswers(client));
  expect(result.current).toMatchObject({ answered: false, report: undefined });
  const left = Object.keys(window.localStorage).map((key) => window.localStorage.getItem(key));
  expect(left.join()).not.toMatch(/farms|d112/);
});
