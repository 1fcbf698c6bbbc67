import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceInterests } from '../../hooks/device-interests.ts';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { cards, group, serve, show, three } from '../../test/example-home.tsx';
import { fakeIntersectionObserver } from '../../test/fake-intersection-observer.ts';
import { sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';

beforeEach(() => {
  showSession('signed_out');
  deviceInterests.set([]);
});

describe('a visitor', () => {
  test('sees everything, in groups, and the nearest deadlines', async () => {
    serve(three);
    const user = userEvent.setup();
    show();
    const ahead = await group(/^Coming up/);
    expect(within(ahead).getAllByRole('article')).toHaveLength(2);
    const duties = await group(/^Everyone’s next deadlines/);
    expect(within(duties).getByRole('link', { name: 'Declarația unică' })).toBeVisible();
    expect(within(duties).queryByRole('button', { name: /^Done/ })).toBeNull();
    expect(screen.getByRole('link', { name: /^All 3/ })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText('Salariul minim')).toBeVisible();

    expect(cards()).not.toContain('Vechi');
    const fold = screen.getByRole('button', { name: 'Already in force 1' });
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    await user.click(fold);
    expect(cards()).toContain('Vechi');
  });

  test('is asked in the heading; nothing says that there is nothing to do', async () => {
    serve(three);
    show();
    const heading = await screen.findByRole('heading', { level: 1, name: 'What concerns you?' });
    expect(heading.nextElementSibling).toHaveTextContent('Choose; the answer comes at once.');
    expect(await screen.findByRole('button', { name: /^I rent out/ })).toBeVisible();
  });

  test('chooses a topic under “Something else”, on this device; it says nothing of duties', async () => {
    serve(three);
    const user = userEvent.setup();
    const { address, unmount } = show();
    await user.click(await screen.findByRole('button', { name: /^Something else/ }));
    await user.click(screen.getByRole('button', { name: 'Renting out' }));
    expect(address()).toBe('/app?tab=mine');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What concerns you?');
    expect(await group(/^Deadlines in what you follow/)).toBeVisible();
    const card = screen.getByRole('article');
    expect(within(card).getByText('because you chose', { exact: false })).toHaveTextContent(
      'because you chose Renting out',
    );
    unmount();

    show();
    expect(await screen.findByRole('link', { name: /^Mine 1/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await user.click(screen.getByRole('button', { name: 'Renting out' }));
    expect(deviceInterests.get()).toEqual([]);
  });

  test('ticks off a day of what is followed, and takes the tick back', async () => {
    serve({
      body: [exampleArticle({ slug: 'now', deadlines: [tomorrow()] })],
    });
    deviceInterests.set(['inchirieri']);
    const user = userEvent.setup();
    show();
    const tick = await screen.findByRole('button', { name: /^Done/ });
    await user.click(tick);
    expect(tick).toHaveAttribute('aria-pressed', 'true');
    await user.click(tick);
    expect(tick).toHaveAttribute('aria-pressed', 'false');
  });
});

function tomorrow() {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return exampleEntry({ date, next_date: date });
}

describe('a reader', () => {
  test('sees what they follow, saved or were notified of, each card with its reason', async () => {
    fakeIntersectionObserver();
    showSession({});
    serve(three, {
      topics_followed: ['inchirieri'],
      bookmarks: ['old'],
      notifications: { articles: ['work'] },
    });
    show();
    const fresh = await group(/^New for you/);
    expect(within(fresh).getByRole('link', { name: 'Salarii' })).toBeVisible();
    expect(within(fresh).getByText(/^because you got/)).toHaveTextContent(
      'because you got a notification',
    );
    expect(screen.getByRole('link', { name: /^Mine 3/ })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText(/^because you follow/)).toHaveTextContent(
      'because you follow Renting out',
    );
    expect(
      screen.getByRole('button', { name: 'Stop following “Renting out”' }),
    ).toBeInTheDocument();
  });

  test('follows without a short name are a press away', async () => {
    fakeIntersectionObserver();
    showSession({});
    serve(three, { topics_followed: ['inchirieri', 'act:lege-31-1990'] });
    show();
    const all = await screen.findByRole('link', { name: 'See all that you follow' });
    expect(all).toHaveAttribute('href', '/app?screen=profile');
    expect(screen.queryByText(/act:/)).toBeNull();
  });

  test('a tag keeps the spelling of the articles', async () => {
    fakeIntersectionObserver();
    showSession({});
    serve(three, {
      topics_followed: ['domain:ceva nou'],
      domains_followed: { 'ceva nou': 'Ceva Nou' },
    });
    show();
    expect((await screen.findAllByText(/^because you follow/))[0]).toHaveTextContent(
      'because you follow Ceva Nou',
    );
    expect(screen.getByRole('button', { name: 'Stop following “Ceva Nou”' })).toBeInTheDocument();
  });

  test('a duty ticked off on another device is not to be done any more', async () => {
    showSession({});
    const entry = tomorrow();
    serve(
      { body: [exampleArticle({ slug: 'now', deadlines: [entry] })] },
      { topics_followed: ['inchirieri'], done_steps: { now: [`due-${entry.next_date}-0`] } },
    );
    show();
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  test('an empty list of one’s own says what comes there, and leads to everything', async () => {
    showSession({});
    serve(three, { topics_followed: ['fonduri'] });
    const user = userEvent.setup();
    const { address } = show();
    const notice = (await screen.findByText('Nothing about your topics yet')).parentElement;
    expect(notice).toHaveTextContent('Changes in what you follow or have saved appear here.');
    expect(notice?.parentElement).toHaveClass('above-6');
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(address()).toBe('/app?tab=all');
  });

  test('a first-time reader has the roles, with the rest of Home', async () => {
    showSession({ displayName: 'Ana' });
    serve(three);
    const user = userEvent.setup();
    show();
    await screen.findByRole('heading', { level: 1, name: 'We don’t know yet what concerns you.' });
    expect(document.querySelector('.home-greeting')).toHaveTextContent('Ana');
    expect(screen.getByRole('combobox', { name: 'Importance' })).toBeInTheDocument();
    const all = await screen.findByRole('link', { name: /^All 3/ });
    expect(all).toHaveAttribute('aria-current', 'page');
    expect(cards()).toEqual(expect.arrayContaining(['Chirii', 'Salarii']));
    await user.click(await screen.findByRole('button', { name: /^Something else/ }));
    await user.click(screen.getByRole('button', { name: 'Employment' }));
    await screen.findByRole('link', { name: /^Mine 2/ });
    const follows = sent.filter(({ path }) => path === '/users/follow-topic');
    expect(follows.map(({ body }) => body.topicId)).toEqual(['munca']);
  });
});

describe('filters', () => {
  test('are read from the address, kept in it, and filter everything below them', async () => {
    serve(three);
    const user = userEvent.setup();
    const { address } = show('/app?importance=5&topic=munca&lang=ro');
    await group(/^Coming up/);
    expect(cards()).toEqual(['Salarii']);
    expect(screen.queryByRole('region', { name: /^Everyone’s next deadlines/ })).toBeNull();
    const importance = screen.getByRole('combobox', { name: 'Importance' });
    expect(importance).toHaveDisplayValue('Urgent');

    await user.selectOptions(importance, 'Important');
    expect(address()).toBe('/app?importance=4&topic=munca&lang=ro');
    expect(cards()).toEqual(['Vechi']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'All topics');
    expect(address()).toBe('/app?importance=4&lang=ro');
    await user.type(screen.getByRole('searchbox'), 'chirie{Enter}');
    expect(address()).toBe('/app?screen=search&q=chirie&lang=ro');
  });

  test('topics without articles are not offered', async () => {
    serve(three);
    show();
    await screen.findByRole('option', { name: 'Employment' });
    expect(screen.queryByRole('option', { name: 'Data and digital' })).toBeNull();
  });

  test('a phone opens them with one button that counts them', async () => {
    serve(three);
    const user = userEvent.setup();
    show('/app?importance=5');
    const button = await screen.findByRole('button', { name: 'Filters, 1 chosen' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  test('that match nothing say so first', async () => {
    serve(three);
    const user = userEvent.setup();
    const { address } = show('/app?importance=1');
    expect(await screen.findByText('Nothing found with these filters')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(address()).toBe('/app');
  });

  test('following the chosen topic leads a visitor to Auth', async () => {
    serve(three);
    const user = userEvent.setup();
    const { address } = show('/app?topic=munca');
    await user.click(await screen.findByRole('button', { name: 'Follow “Employment”' }));
    expect(address()).toBe('/app?screen=auth');
  });
});
