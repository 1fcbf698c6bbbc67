import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { exampleArticle } from '../../test/example-article.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ArticleScreen } from './article-screen.tsx';

const path = '/lawchanges/lege-1-2026-exemplu';
const element = <ArticleScreen slug="lege-1-2026-exemplu" />;

describe('article', () => {
  test('shows the last revision, its steps and facts, and says its language', async () => {
    fakeServer({
      [path]: {
        body: [
          exampleArticle({ title: 'Mai vechi' }),
          exampleArticle({ revision: 2, file_url: 'https://example.org/a.pdf' }),
        ],
      },
    });
    renderApp({ element });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Un exemplu de lege' });
    expect(heading).toHaveAttribute('lang', 'ro');
    expect(document.title).toBe('Un exemplu de lege · Paragraf');
    expect(screen.getByRole('note')).toHaveTextContent('only in Romanian');
    expect(screen.getByRole('heading', { name: 'Implementation Steps' })).toBeVisible();
    expect(screen.getByText('Verifică.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'PDF, opens in a new tab' })).toHaveAttribute(
      'href',
      '/fetch-pdf?url=https%3A%2F%2Fexample.org%2Fa.pdf',
    );
    expect(screen.getByText('Earlier revisions')).toBeVisible();
  });

  test('one revision and no file: neither is offered', async () => {
    fakeServer({ [path]: { body: [exampleArticle()] } });
    renderApp({ element });
    await screen.findByRole('heading', { level: 1, name: 'Un exemplu de lege' });
    expect(screen.queryByText('Earlier revisions')).toBeNull();
    expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull();
  });

  test('an unknown slug is not a failure of the server', async () => {
    fakeServer({});
    renderApp({ element });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This law change is not here' }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a failure shows the server-issue text and Retry', async () => {
    let broken = true;
    fakeServer({
      [path]: () =>
        broken
          ? { status: 503, body: { error: 'x', code: 'unavailable' } }
          : { body: [exampleArticle()] },
    });
    const user = userEvent.setup();
    renderApp({ element });
    expect(
      await screen.findByText(
        'The law changes could not be loaded from the database. Please try again later.',
      ),
    ).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Un exemplu de lege' })).toBeVisible();
  });

  test('"Report Issue" and "Track Law" do something real', async () => {
    fakeServer({
      [path]: { body: [exampleArticle()] },
      '/site': { body: { contact_email: 'contact@example.org' } },
    });
    const user = userEvent.setup();
    const { address } = renderApp({ at: '/app?articleId=lege-1-2026-exemplu', element });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Report Issue' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:contact@example\.org\?subject=/),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Track Law' }));
    expect(address()).toBe('/app?screen=auth');
  });
});
