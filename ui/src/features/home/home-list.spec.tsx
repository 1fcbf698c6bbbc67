import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queries } from '../../api/queries.ts';
import { deviceInterests } from '../../hooks/device-interests.ts';
import * as facts from '../../parts/card-facts.tsx';
import { exampleArticle } from '../../test/example-article.ts';
import { cards, group, rent, serve, show, three, work } from '../../test/example-home.tsx';
import { showSession } from '../../test/fake-session.ts';

const serverIssue =
  'The law changes could not be loaded from the database. Please try again later.';

beforeEach(() => {
  showSession('signed_out');
  deviceInterests.set([]);
});

describe('the list', () => {
  test('cards: one toolbar, distinct names, texts rendered when opened', async () => {
    serve({ body: [rent] });
    const user = userEvent.setup();
    show();
    const card = await screen.findByRole('article');
    const bar = within(card).getByRole('toolbar', { name: 'Actions: Chirii' });
    // Closed: the badge and the title before the toolbar; what it is about waits in the details.
    const stops = [...card.querySelectorAll<HTMLElement>('a[href], button')];
    const before = stops.filter((stop) => !bar.contains(stop) && stop.tabIndex === 0);
    expect(before).toHaveLength(2);
    expect(within(bar).getByRole('link', { name: 'Read more: Chirii' })).toBeVisible();
    expect(within(card).queryByText('proprietari')).toBeNull();

    expect(screen.queryByText('tehnic')).toBeNull();
    const details = within(bar).getByRole('button', { name: /^Details/ });
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(details).toHaveTextContent(/^Hide details/);
    expect(screen.getByText('tehnic')).toBeVisible();
    expect(within(card).getByText('proprietari')).toBeVisible();
    expect(within(card).getByRole('button', { name: /^Like/ })).toHaveAccessibleName(
      'Like 21 (readers who like this): Chirii',
    );
    const tags = within(card).getByRole('toolbar', { name: 'Tags: Chirii' });
    expect(within(tags).getByRole('link', { name: 'renting' })).toHaveAttribute(
      'href',
      '/app?screen=search&domain=chirii',
    );
    await user.click(within(bar).getByRole('button', { name: /^Explanation/ }));
    expect(screen.getByText('Și mai pe larg.')).toBeVisible();
  });

  test('more cards are drawn on request, and the focus moves to the first new one', async () => {
    const many = Array.from({ length: 10 }, (_, at) =>
      exampleArticle({ slug: `a${at}`, title: `Title ${at}` }),
    );
    serve({ body: many });
    const user = userEvent.setup();
    show();
    const more = await screen.findByRole('button', { name: 'Load more' });
    expect(screen.getAllByRole('article')).toHaveLength(8);
    const drawing = vi.spyOn(facts, 'CardDay');
    await user.click(more);
    expect(screen.getAllByRole('article')).toHaveLength(10);
    // The cards that were there are not drawn again, so that many of them cost no more than a few.
    const drawn = drawing.mock.calls.map(([{ article }]) => article.slug);
    expect(new Set(drawn)).toEqual(new Set(['a8', 'a9']));
    expect(screen.getByRole('link', { name: 'Title 8' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('what is published while Home is open waits for the reader', async () => {
    let articles = [rent];
    serve(() => ({ body: articles }));
    const user = userEvent.setup();
    const { queryClient } = show();
    await screen.findByRole('article');
    articles = [work, rent];
    const { queryKey } = queries.lawChanges('en');
    await act(() => queryClient.refetchQueries({ queryKey }));
    expect(await screen.findByText('1 new change')).toBeVisible();
    expect(cards()).not.toContain('Salarii');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(
      within(await group(/^New for you/)).getByRole('link', { name: 'Salarii' }),
    ).toBeVisible();
    expect(screen.queryByText('1 new change')).toBeNull();
  });

  test('a failure shows with a retry', async () => {
    let broken = true;
    serve(() => (broken ? { status: 500, body: { error: 'x', code: 'internal' } } : three));
    const user = userEvent.setup();
    show();
    const alert = await screen.findByRole('alert', {}, { timeout: 4000 });
    expect(within(alert).getByText(serverIssue)).toBeVisible();
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 law changes')).toBeInTheDocument();
  });

  test('without articles the specified text shows', async () => {
    serve({ body: [] });
    show();
    expect(await screen.findByText(serverIssue)).toBeVisible();
  });

  test('without a connection it shows it and loads when it returns', async () => {
    serve(three);
    onlineManager.setOnline(false);
    show();
    expect(await screen.findByText('You are offline')).toBeVisible();
    onlineManager.setOnline(true);
    expect(await screen.findByText('3 law changes')).toBeInTheDocument();
  });

  test.each([/^Like/, /^Save \d/])('%s leads a visitor to Auth', async (name) => {
    serve({ body: [rent] });
    const user = userEvent.setup();
    const { address } = show();
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    await user.click(screen.getByRole('button', { name }));
    expect(address()).toBe('/app?screen=auth');
  });
});
