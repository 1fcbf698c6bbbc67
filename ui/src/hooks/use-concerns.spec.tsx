import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '../api/answers.ts';
import { sendHeld } from '../api/profiles.ts';
import { clearPrivateData, makeQueryClient } from '../api/query-client.ts';
import { concerned, exampleQuestions, exampleReport } from '../test/example-concerns.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { toasts } from '../ui/toast.ts';
import { chosenProfile } from './chosen-profile.ts';
import { deviceAnswers } from './device-answers.ts';
import { eraseAnswers } from './erase-answers.ts';
import { useProfiles } from './reader-profiles.ts';
import { useAnswering } from './use-answering.ts';
import { useConcerns } from './use-concerns.ts';

function visit<Result = ReturnType<typeof useConcerns>>(
  hook: () => Result = useConcerns as () => Result,
) {
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper }) };
}

const report = exampleReport({ duties: { d112: concerned('yes', 'because') } });

beforeEach(() => showSession('signed_out'));

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

test.each([
  ['subject', 'landlord'],
  ['farms', 'yes'],
  ['owns', 'home'],
  ['employees', true],
])('an answer to %s that no version of the server reads is left out', async (id, answer) => {
  window.localStorage.setItem(
    'paragraf::answers',
    JSON.stringify({ facts: { [id]: answer, vat: 'no' }, skipped: [], answeredAt: {} }),
  );
  window.dispatchEvent(new StorageEvent('storage', { key: 'paragraf::answers' }));
  fakeServer({
    '/concerns': (_, { body }) =>
      id in body.facts ? { status: 400, body: { code: 'invalid' } } : { body: report },
    '/concerns/questions': { body: exampleQuestions },
  });
  const { result } = visit();
  await waitFor(() => expect(result.current.report).toEqual(report));
  expect(sent.at(-1)?.body.facts).not.toHaveProperty(id);
});

test('an answer that cannot be sent leaves the last report', async () => {
  deviceAnswers.set('farms', true);
  fakeServer({ '/concerns': { body: report } });
  const first = visit();
  await waitFor(() => expect(first.result.current.report).toEqual(report));
  first.unmount();
  deviceAnswers.set('farms', false);
  fakeServer({
    '/concerns': { status: 400, body: { code: 'invalid' } },
    '/concerns/questions': { status: 400, body: {} },
  });
  const { result } = visit();
  expect(result.current).toMatchObject({ report, isBehind: true, isAwaited: true });
  await waitFor(() => expect(result.current).toMatchObject({ failed: true, report }));
  expect(result.current).toMatchObject({ isBehind: true, isAwaited: false });
});

test('erasing leaves nothing of a visitor’s answers', async () => {
  deviceAnswers.set('farms', true);
  fakeServer({ '/concerns': { body: report } });
  const { client, result } = visit();
  await waitFor(() => expect(result.current.report).toEqual(report));
  act(() => eraseAnswers(client));
  expect(result.current).toMatchObject({ answered: false, report: undefined });
  const left = Object.keys(window.localStorage).map((key) => window.localStorage.getItem(key));
  expect(left.join()).not.toMatch(/farms|d112/);
});

describe('with an account', () => {
  const profile = (id: string, facts: object) => ({
    id,
    name: `Profile ${id}`,
    facts,
    skipped: [],
  });
  const mine = profile('p1', { subject: 'person' });
  const firm = profile('p2', { subject: 'srl' });
  const empty = profile('p3', {});

  function serve(profiles: object[]) {
    let kept = profiles;
    fakeServer({
      '/concerns': { body: report },
      '/users/profiles/uid1': (_, { method, body }) => {
        if (method === 'POST') {
          kept = kept.map((one) => {
            const { id, facts } = one as typeof mine;
            return id === body.id ? { ...one, facts: { ...facts, ...body.facts } } : one;
          });
          if (!body.id) kept = [...kept, { ...profile('new', body.facts), name: body.name }];
        }
        return { body: kept };
      },
    });
  }
  const asked = () => sent.filter(({ path }) => path === '/concerns').map(({ body }) => body);

  beforeEach(() => {
    showSession({});
    chosenProfile.forget();
  });

  test('all profiles with answers decide, the chosen one first', async () => {
    deviceAnswers.set('farms', true);
    serve([mine, firm, empty]);
    chosenProfile.choose('p2');
    const { result } = visit();
    await waitFor(() => expect(result.current.report).toEqual(report));
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toMatchObject({ facts: firm.facts, other_profiles: [mine.facts] });
    expect(result.current.profiles.map(({ id }) => id)).toEqual(['p2', 'p1']);
  });

  test('the questions ask about the chosen profile alone', async () => {
    serve([mine, firm]);
    const { result } = visit(() => useConcerns('chosen'));
    await waitFor(() => expect(result.current.report).toEqual(report));
    expect(asked()[0]).toMatchObject({ facts: mine.facts, other_profiles: [] });
  });

  test('answers show at once and are saved together, in a new profile if there is none', async () => {
    serve([]);
    const { result } = visit(() => ({ ...useProfiles(), ...useAnswering(useProfiles().chosen) }));
    await waitFor(() => expect(result.current.profiles).toEqual([]));
    act(() => {
      result.current.answer('subject', 'srl');
      result.current.answer('farms', true);
      result.current.skip(['owns']);
    });
    await waitFor(() =>
      expect(result.current.chosen.facts).toEqual({ subject: 'srl', farms: true }),
    );
    expect(result.current.chosen.skipped).toEqual(['owns']);
    act(() => result.current.answer('disability', ['child'], true));
    await waitFor(() => expect(result.current.chosen.id).toBe('new'));
    const saved = sent.filter(({ method }) => method === 'POST');
    expect(saved).toHaveLength(1);
    expect(saved[0]?.body).toEqual({
      name: 'My company',
      facts: { subject: 'srl', farms: true, disability: ['child'] },
      skipped: ['owns'],
      consent: true,
    });
    act(() => result.current.answer('farms', undefined));
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ id: 'new', facts: { farms: null } }),
    );
    expect(deviceAnswers.get().facts).toEqual({});
  });

  test('the last report stays for a visit without a connection, and none after the sign-out', async () => {
    serve([mine]);
    const first = visit();
    await waitFor(() => expect(first.result.current.report).toEqual(report));
    first.unmount();
    fakeServer({});
    showSession('unreachable');
    const { client, result } = visit();
    expect(result.current).toMatchObject({
      answered: true,
      failed: true,
      offline: false,
      isAwaited: false,
      report,
    });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(result.current).toMatchObject({ failed: false, offline: true, report });
    online.mockRestore();
    expect(result.current.profiles.map(({ name }) => name)).toEqual(['Profile p1']);
    act(() => showSession('signed_out'));
    act(() => clearPrivateData(client));
    expect(result.current).toMatchObject({ answered: false, report: undefined });
  });

  test('the report of another account is not shown', async () => {
    serve([mine]);
    const first = visit();
    await waitFor(() => expect(first.result.current.report).toEqual(report));
    first.unmount();
    fakeServer({ '/users/profiles/uid2': { status: 503, body: { code: 'unavailable' } } });
    showSession({ uid: 'uid2' });
    expect(visit().result.current).toMatchObject({ answered: false, report: undefined });
  });

  test('answers without a connection wait for it; only some of them outlast the page', async () => {
    serve([mine, firm]);
    const { client, result } = visit(() => ({
      ...useProfiles(),
      ...useAnswering(firm as Profile),
    }));
    await waitFor(() => expect(result.current.profiles).toHaveLength(2));
    const connected = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    const kept = () => window.localStorage.getItem('paragraf::pending-answers') ?? '';
    act(() => result.current.answer('farms', true));
    await waitFor(() => expect(toasts.current()?.text).toContain('You are offline'));
    act(() => result.current.answer('disability', ['child'], true));
    await waitFor(() => expect(result.current.profiles?.[1]?.facts).toMatchObject({ farms: true }));
    await waitFor(() => expect(kept()).toContain('farms'));
    expect(kept()).not.toContain('disability');

    vi.mocked(globalThis.fetch).mockImplementation(connected ?? fetch);
    const saved = () =>
      sent.filter(({ method, path }) => method === 'POST' && path.includes('profiles'));
    await waitFor(() => {
      void sendHeld(client, 'uid1');
      expect(saved().map(({ body }) => body)).toMatchObject([
        { id: 'p2', facts: { farms: true, disability: ['child'] }, consent: true },
      ]);
    });
    await waitFor(() => expect(kept()).toBe(''));
  });

  test('an answer to an account whose profiles are unknown is refused, and kept nowhere', () => {
    fakeServer({});
    showSession('unreachable');
    const { result } = visit(() => useAnswering(useProfiles().chosen));
    act(() => result.current.answer('farms', true));
    expect(toasts.current()?.text).toContain('Not saved.');
    expect(deviceAnswers.get().facts).toEqual({});
  });
});
