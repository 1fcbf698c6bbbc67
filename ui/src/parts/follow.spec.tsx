import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { dismissToast, toasts } from '../ui/toast.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { Follow } from './follow.tsx';
import { FollowDeadline } from './follow-deadline.tsx';

const act = 'act:lege-31-1990';
const button = (pressed: boolean) => ({ name: 'Follow “Law no. 31/1990”', pressed });

/** A server that knows what is followed; the answer to a follow can be another one. */
function serve(answers: { follow?: () => unknown; volume?: unknown; mail?: object } = {}) {
  const state = { followed: [] as string[] };
  const { volume = { body: { articles: 9, days: 90 } } } = answers;
  return fakeServer({
    '/topics': { body: [] },
    '/users/user-data/uid1': () => ({ body: exampleUserData({ topics_followed: state.followed }) }),
    '/users/mail-preferences/uid1': { body: answers.mail ?? {} },
    '/follows/volume': volume as { body: unknown },
    '/users/follow-topic': (_, { body }) => {
      if (answers.follow) return answers.follow() as { body: unknown };
      state.followed = body.followed ? [body.topicId] : [];
      return { body: { followed: body.followed, topics_followed: state.followed } };
    },
    '/users/follows/uid1': (_, { body }) => ({
      body: [{ since: '2026-01-10T09:00:00Z', ...body }],
    }),
  });
}

function show() {
  showSession({});
  renderApp({
    element: (
      <>
        <Follow name={act} subject="Law no. 31/1990" />
        <ToastRegion />
      </>
    ),
  });
  return userEvent.setup();
}

const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(() => dismissToast(toasts.current()?.id ?? 0));

test('follows at once, then offers the least importance, without a dialog', async () => {
  const asked = serve();
  const user = show();
  await user.click(await screen.findByRole('button', button(false)));
  expect(screen.getByRole('button', button(true))).toHaveFocus();
  const offer = screen.getByRole('group', { name: 'You follow “Law no. 31/1990”' });
  expect(offer).toHaveAttribute('popover', 'auto');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(
    await screen.findByText('About 3 changes a month, judging by the last 90 days.'),
  ).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Minimum importance'), '4');
  const volume = '/follows/volume?name=act%3Alege-31-1990&importance_from=4';
  await waitFor(() => expect(asked).toContain(volume));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()).toMatchObject([
    { userId: 'uid1', topicId: act, followed: true },
    { name: act, importance_from: 4 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('group')).toBeNull();
  await user.click(screen.getByRole('button', button(true)));
  expect(screen.getByRole('button', button(false))).toBeVisible();
  expect(screen.queryByRole('group')).toBeNull();
});

test.each([
  [{ next_digest_at: '2026-11-30T05:30:00Z' }, /^Next e-mail summary: 30 November 2026\./],
  [{}, /^You get no e-mail summaries/],
  [{ stopped: 'unsubscribed' }, /E-mails are stopped; start them again in Account/],
  [{ verified: false, next_digest_at: undefined }, /E-mails begin once you confirm your address/],
])('says when the next mail comes: %o', async (answer, text) => {
  serve({ mail: { email: 'ana@example.org', verified: true, ...answer } });
  const user = show();
  await user.click(await screen.findByRole('button', button(false)));
  expect(await screen.findByText(text)).toBeVisible();
});

test('a count that fails takes nothing away', async () => {
  serve({ volume: { status: 503, body: { code: 'unavailable' } } });
  const user = show();
  await user.click(await screen.findByRole('button', button(false)));
  expect(await screen.findByText('The changes it would bring could not be counted.')).toBeVisible();
  expect(screen.getByRole('button', button(true))).toBeVisible();
});

test.each([
  ['a fault of the server', { status: 500, body: { code: 'internal' } }],
  ['a session that is over', { status: 401, body: { code: 'invalid_user_token' } }],
  ['something that is gone', { status: 404, body: { code: 'not_found' } }],
])('after %s the button reverts, without a message', async (_, answer) => {
  serve({ follow: () => answer });
  const user = show();
  await user.click(await screen.findByRole('button', button(false)));
  expect(await screen.findByRole('button', button(false))).toBeVisible();
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/users/user-data/uid1'));
  expect(toasts.current()).toBeUndefined();
  expect(screen.queryByRole('group')).toBeNull();
});

test('an account that follows too much learns that', async () => {
  serve({ follow: () => ({ status: 409, body: { code: 'too_many_follows' } }) });
  const user = show();
  await user.click(await screen.findByRole('button', button(false)));
  expect(await screen.findByText(/an account can have at most 500 follows/)).toBeVisible();
  expect(screen.getByRole('button', button(false))).toBeVisible();
});

test('a deadline is followed at once, with all its days', async () => {
  serve();
  showSession({});
  const user = userEvent.setup();
  renderApp({ element: <FollowDeadline id="duty.d112-monthly.2026-12" title="Return 112" /> });
  await user.click(screen.getByRole('button', { name: 'Follow “Return 112”' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toMatchObject({ topicId: 'deadline:duty.d112-monthly', followed: true });
  await waitFor(() => expect(toasts.current()?.text).toMatch(/^You follow this deadline/));
});

test('a deadline that could not be followed says nothing', async () => {
  serve({ follow: () => ({ status: 500, body: { code: 'internal' } }) });
  showSession({});
  const user = userEvent.setup();
  renderApp({ element: <FollowDeadline id="duty.d112-monthly.2026-12" title="Return 112" /> });
  const button = await screen.findByRole('button', { name: 'Follow “Return 112”' });
  await user.click(button);
  await waitFor(() => expect(posts()).toHaveLength(1));
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
  expect(toasts.current()).toBeUndefined();
});

test('a visitor is led to Auth, and the follow is kept for after it', async () => {
  serve();
  showSession('signed_out');
  const user = userEvent.setup();
  const name = 'search:importance=4&q=chirie+mic%C4%83&topic=munca';
  const { address } = renderApp({ element: <Follow name={name} subject="chirie" /> });
  await user.click(screen.getByRole('button', { name: 'Follow “chirie”' }));
  expect(address()).toBe('/app?screen=auth');
  expect(JSON.parse(window.sessionStorage.getItem('paragraf::intent') ?? '')).toEqual([
    { kind: 'follow', id: name, subject: 'chirie' },
  ]);
});
