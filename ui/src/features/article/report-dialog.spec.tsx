import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { exampleArticle } from '../../test/example-article.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { toasts } from '../../ui/toast.ts';
import { MoreMenu } from './more-menu.tsx';

const article = exampleArticle();
const element = <MoreMenu article={article} />;

async function openReport() {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report Issue' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Report Issue' })) };
}

const reports = () => sent.filter(({ path }) => path === '/reports');

describe('"Report Issue"', () => {
  beforeEach(() => showSession('signed_out'));

  test('a visitor reports, with an address to answer to if he wants', async () => {
    fakeServer({ '/reports': { status: 201, body: { id: 'r1' } } });
    renderApp({ element });
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole('radio', { name: 'It is out of date' }));
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(dialog.getByText('Write what you found.')).toBeVisible();
    expect(dialog.getByLabelText('What did you find?')).toHaveFocus();
    await user.type(dialog.getByLabelText('What did you find?'), ' The rate has changed. ');
    await user.type(dialog.getByLabelText(/^Your e-mail address/), 'v@example.ro');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
    expect(reports()).toEqual([
      expect.objectContaining({
        authorization: null,
        body: {
          articleId: article.slug,
          kind: 'outdated',
          message: 'The rate has changed.',
          email: 'v@example.ro',
        },
      }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toHaveFocus());
  });

  test('of a reader the account is noted, so no address is asked for', async () => {
    showSession({});
    fakeServer({
      '/reports': { status: 201, body: { id: 'r1' } },
      '/users/user-data/uid1': { body: exampleUserData() },
    });
    renderApp({ element });
    const { user, dialog } = await openReport();
    expect(dialog.queryByLabelText(/^Your e-mail address/)).toBeNull();
    await user.type(dialog.getByLabelText('What did you find?'), 'A word is missing.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByRole('dialog', { name: 'Thank you' });
    expect(reports()[0]).toMatchObject({
      authorization: 'Bearer token-1',
      body: { articleId: article.slug, kind: 'wrong', message: 'A word is missing.' },
    });
  });

  test.each([
    [429, { code: 'too_many_requests' }, /^Too many reports have come/],
    [500, { code: 'internal' }, /^The report could not be sent/],
    [400, { code: 'invalid', field: 'email' }, "That email address isn't correct"],
  ])('refused with %d: says why and keeps what was typed', async (status, refusal, text) => {
    fakeServer({ '/reports': { status, body: { ...refusal, error: 'x' } } });
    renderApp({ element });
    const { user, dialog } = await openReport();
    const message = dialog.getByLabelText('What did you find?');
    await user.type(message, 'A word is missing.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(message).toHaveValue('A word is missing.');
    expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
  });
});

const onAct = exampleArticle({
  act: {
    id: 'lege-1-2026',
    type: 'LEGE',
    number: '1',
    year: 2026,
    citation: 'Legea nr. 1/2026',
  },
});

describe('"Track Law"', () => {
  test('shows its state, and keeps the menu open', async () => {
    showSession({});
    let tracked: string[] = [];
    fakeServer({
      '/users/user-data/uid1': () => ({ body: exampleUserData({ articles_tracked: tracked }) }),
      '/users/track-article': (_, { body }) => {
        tracked = body.tracked ? [body.articleId] : [];
        return { body: { tracked: body.tracked, articles_tracked: tracked } };
      },
    });
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const item = await screen.findByRole('menuitemcheckbox', { name: 'Track Law' });
    expect(item).toHaveAttribute('aria-checked', 'false');
    expect(item).toHaveAccessibleDescription(
      'Hear about new versions of this article and new changes to its act',
    );
    await user.click(item);
    await waitFor(() => expect(item).toHaveAttribute('aria-checked', 'true'));
    await user.click(item);
    await waitFor(() => expect(item).toHaveAttribute('aria-checked', 'false'));
    const requests = () => sent.filter(({ path }) => path === '/users/track-article');
    await waitFor(() => expect(requests().map(({ body }) => body.tracked)).toEqual([true, false]));
  });

  test('follows the act too, and says what it did', async () => {
    showSession({});
    const state = { articles_tracked: [] as string[], topics_followed: [] as string[] };
    fakeServer({
      '/users/user-data/uid1': () => ({ body: exampleUserData(state) }),
      '/users/track-article': (_, { body }) => {
        state.articles_tracked = body.tracked ? [body.articleId] : [];
        return { body: { tracked: body.tracked, articles_tracked: state.articles_tracked } };
      },
      '/users/follow-topic': (_, { body }) => {
        state.topics_followed = body.followed ? [body.topicId] : [];
        return { body: { followed: body.followed, topics_followed: state.topics_followed } };
      },
    });
    const user = userEvent.setup();
    renderApp({ element: <MoreMenu article={onAct} /> });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const item = await screen.findByRole('menuitemcheckbox', { name: 'Track Law' });
    await user.click(item);
    await waitFor(() =>
      expect(toasts.current()?.text).toBe(
        'You follow Legea nr. 1/2026: we tell you about new versions of the article and about new changes to the act.',
      ),
    );
    expect(state).toEqual({
      articles_tracked: [onAct.slug],
      topics_followed: ['act:lege-1-2026'],
    });
    await user.click(item);
    await waitFor(() =>
      expect(toasts.current()?.text).toBe('You no longer follow Legea nr. 1/2026.'),
    );
    expect(state).toEqual({ articles_tracked: [], topics_followed: [] });
  });

  test('leads a visitor to Auth, and remembers both', async () => {
    showSession('signed_out');
    fakeServer({});
    const user = userEvent.setup();
    const { address } = renderApp({ element: <MoreMenu article={onAct} /> });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Track Law' }));
    expect(address()).toBe('/app?screen=auth');
    expect(JSON.parse(window.sessionStorage.getItem('paragraf::intent') ?? '')).toEqual([
      { kind: 'track', id: onAct.slug },
      { kind: 'follow', id: 'act:lege-1-2026' },
    ]);
  });
});
