import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserData } from '../../api/reader.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { sessionCalls, showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ProfileScreen } from './profile-screen.tsx';

function serve(data: Partial<UserData>) {
  const follow = { name: 'munca', since: '2026-01-10T09:00:00Z', muted: false, paused: false };
  const state = { data: exampleUserData(data), broken: false, follow };
  fakeServer({
    '/topics': {
      body: [{ id: 'munca', name: { ro: 'Muncă și salarii', en: 'Employment' }, articles: 1 }],
    },
    '/users/user-data/uid1': () =>
      state.broken ? { status: 500, body: { code: 'internal' } } : { body: state.data },
    '/users/tracked-articles/uid1': () => ({
      body: state.data.articles_tracked
        .filter((slug) => slug !== 'withdrawn')
        .map((slug) => exampleArticle({ slug, title: `Law ${slug}` })),
    }),
    '/users/follows/uid1': (_, { method, body }) => {
      if (method === 'POST')
        state.follow = { since: state.follow.since, muted: false, paused: false, ...body };
      return { body: [state.follow] };
    },
    '/users/track-article': (_, { body }) => {
      const rest = state.data.articles_tracked.filter((slug) => slug !== body.articleId);
      const articles_tracked = body.tracked ? [body.articleId, ...rest] : rest;
      state.data = { ...state.data, articles_tracked };
      return { body: { tracked: body.tracked, articles_tracked } };
    },
    '/users/follow-topic': (_, { body }) => {
      state.data = { ...state.data, topics_followed: body.followed ? [body.topicId] : [] };
      return { body: { followed: body.followed, topics_followed: state.data.topics_followed } };
    },
  });
  return state;
}

const element = <ProfileScreen />;
beforeEach(() => showSession({}));

test('P15 a name with markup is shown as it was typed', () => {
  showSession({ displayName: "<b>O'Neil</b>" });
  serve({});
  renderApp({ element });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent("<b>O'Neil</b>");
  expect(heading.querySelector('b')).toBeNull();
});

test('shows name, masked address, counts and links', async () => {
  serve({ liked_law_changes: ['a', 'b'], bookmarks: ['a'], articles_tracked: ['a'] });
  renderApp({ element });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ana Pop');
  expect(screen.getByText('a*****p@example.ro')).toBeVisible();
  expect(document.body).not.toHaveTextContent('ana.pop@');
  expect(
    await screen.findByRole('link', { name: /^Liked Changes\s*2 law changes liked$/ }),
  ).toHaveAttribute('href', '/app?screen=liked');
  expect(
    screen.getByRole('link', { name: /^Bookmarked Changes\s*1 law change saved$/ }),
  ).toHaveAttribute('href', '/app?screen=bookmarks');
  expect(screen.getByRole('link', { name: 'Account' })).toHaveAttribute(
    'href',
    '/app?screen=account',
  );
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/app');
  for (const title of ['Compliance Guru', 'Legal Eagle', 'Law Aficionado']) {
    expect(screen.getByText(title)).toBeVisible();
  }
  // What loads later would move the button away from a press.
  const followed = await screen.findByRole('region', { name: 'What you follow' });
  const leave = screen.getByRole('button', { name: 'Sign out' });
  expect(leave.compareDocumentPosition(followed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a topic that is left stays in sight, and can be followed again', async () => {
  serve({ topics_followed: ['munca'] });
  const user = userEvent.setup();
  renderApp({ element });
  const topic = await screen.findByRole('button', { name: 'Remove: Employment' });
  await user.click(topic);
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/users/user-data/uid1'));
  expect(topic).toHaveAccessibleName('Undo: Employment');
  await user.click(topic);
  await waitFor(() => expect(topic).toHaveAccessibleName('Remove: Employment'));
  const requests = sent.filter(({ path }) => path === '/users/follow-topic');
  expect(requests.map(({ body }) => body.followed)).toEqual([false, true]);
});

test('tags and tracked articles are in the same list, and a withdrawn one can be left', async () => {
  serve({
    topics_followed: ['domain:munca', 'search:domain=tva', 'domain:gone'],
    domains_followed: { munca: 'Muncă', tva: 'TVA' },
    articles_tracked: ['a', 'withdrawn'],
  });
  const user = userEvent.setup();
  renderApp({ element });
  const law = await screen.findByRole('link', { name: 'Law a' });
  expect(law).toHaveAttribute('href', '/app?articleId=a');
  const list = within(screen.getByRole('region', { name: 'What you follow' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'MuncăRemove: Muncă',
    'goneRemove: gone',
    'VATRemove: VAT',
    'Law aArticle: we tell you when it has a new versionRemove: Law a',
    'A withdrawn articleArticle: we tell you when it has a new versionRemove: A withdrawn article',
  ]);
  expect(list.getByRole('link', { name: 'Muncă' })).toHaveAttribute(
    'href',
    '/app?screen=search&domain=munca',
  );
  const withdrawn = list.getByRole('button', { name: 'Remove: A withdrawn article' });
  await user.click(withdrawn);
  await user.click(list.getByRole('button', { name: 'Remove: Law a' }));
  await waitFor(() => expect(list.getByRole('button', { name: 'Undo: Law a' })).toBeVisible());
  expect(withdrawn).toHaveAccessibleName('Undo: A withdrawn article');
  expect(law).toBeVisible();
  const requests = sent.filter(({ path }) => path === '/users/track-article');
  expect(requests.map(({ body }) => [body.articleId, body.tracked])).toEqual([
    ['withdrawn', false],
    ['a', false],
  ]);
});

test('a reader who follows nothing sees how to start', async () => {
  serve({});
  renderApp({ element });
  expect(await screen.findByText(/^You do not follow anything yet/)).toBeVisible();
});

test('data that does not come can be asked for again; signing out always works', async () => {
  const state = serve({ bookmarks: ['a', 'b'] });
  state.broken = true;
  const user = userEvent.setup();
  renderApp({ element });
  const alert = await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  state.broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 law changes saved')).toBeInTheDocument();
});

test('signing out opens Auth even when the server does not answer', async () => {
  serve({});
  sessionCalls.signOutFails = true;
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const user = userEvent.setup();
  const { address } = renderApp({ element });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(address()).toBe('/app?screen=auth');
  expect(sessionCalls.signedOut).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('changes the settings of a follow', async () => {
  const state = serve({ topics_followed: ['munca'] });
  renderApp({ element });
  await userEvent.click(await screen.findByText(/^Settings/, { selector: 'summary' }));
  await userEvent.selectOptions(screen.getByLabelText('E-mails'), 'Every day');
  await waitFor(() => expect(state.follow).toMatchObject({ frequency: 'daily', muted: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Until I end it' }));
  expect(await screen.findByText('Paused')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'End the pause' }));
  await waitFor(() => expect(state.follow).toMatchObject({ frequency: 'daily', paused: false }));
});

test('a followed provision is named with its act and leads to it', async () => {
  const name = 'provision:lege-31-1990:art. 90';
  const state = serve({ topics_followed: [name] });
  const title = { ro: 'art. 90 din Legea nr. 31/1990', en: 'art. 90 of Law no. 31/1990' };
  Object.assign(state.follow, { name, title, present: 'art. 91' });
  renderApp({ element });
  const link = await screen.findByRole('link', { name: 'art. 90 of Law no. 31/1990' });
  expect(link).toHaveAttribute('href', '/act/lege-31-1990');
  expect(screen.getByText('now art. 91')).toBeVisible();
  const changes = screen.getByRole('link', { name: /^Articles on its changes/ });
  const query = 'screen=search&provision=lege-31-1990%3Aart.+91';
  expect(changes).toHaveAttribute('href', `/app?${query}`);
  expect(screen.getByRole('heading', { level: 3, name: 'Provisions' })).toBeVisible();
});
