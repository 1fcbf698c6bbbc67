import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { keptReport } from '../../api/kept-report.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { setTermDate } from '../../hooks/term-dates.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { show } from '../../test/example-home.tsx';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';

function serve(
  report: Parameters<typeof exampleReport>[0],
  duties: object[],
  articles: object[] = [],
) {
  fakeServer({
    '/topics': { body: [] },
    '/lawchanges': { body: articles },
    '/duties': { body: duties },
    '/concerns/questions': { body: [] },
    '/concerns': { body: exampleReport(report) },
  });
}

beforeEach(() => {
  showSession('signed_out');
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  keptReport.remove();
  deviceAnswers.set('subject', 'srl');
});

test('the day of an event makes a dated line of its term, which Deadlines has too', async () => {
  const event = { ro: 'la fiecare contract', en: 'for each contract' };
  const contract = {
    id: 'c168',
    title: 'Register the contract',
    short: 'contract',
    form: 'C168',
    rule: 'in 30 days',
    within: { days: 30 },
    days: [],
    articles: [{ slug: 'rent', title: 'Chirii', lang: 'ro' }],
  };
  serve(
    { duties: { c168: concerned('yes', '', { event }) } },
    [contract],
    [exampleArticle({ slug: 'rent', title: 'Chirii' })],
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Register the contract/ }));
  expect(screen.getByLabelText(/^From which day/)).toBeVisible();
  act(() => setTermDate('duty c168', { from: '2026-12-01', until: '2026-12-31' }));
  const line = await screen.findByRole('button', { name: 'C168 Contract' });
  await userEvent.click(line);
  const box = within(screen.getByRole('region', { name: 'Your deadlines' }));
  expect(box.getByRole('link', { name: 'Chirii' })).toHaveAttribute('href', '/app?articleId=rent');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/by 31 December/);
  act(() => setTermDate('duty c168', undefined));
});

test('shows what changed since the last visit, else what comes next, and folds the rest', async () => {
  const articles = {
    rent: concerned('yes', ''),
    work: concerned('yes', ''),
    old: concerned('yes', ''),
  };
  const of = (slug: string, day: string) =>
    exampleArticle({ slug, title: slug, updated_at: `${day}T08:00:00Z` });
  const all = [of('rent', '2026-11-20'), of('work', '2026-11-25'), of('old', '2026-11-01')];
  const region = () => screen.findByRole('region', { name: 'What changed for you' });
  const titles = (box: HTMLElement) =>
    within(box)
      .getAllByRole('heading', { level: 3 })
      .map((title) => title.textContent);

  // The first visit: nothing to compare with.
  localStorage.removeItem('paragraf::visits');
  vi.setSystemTime(new Date('2026-11-24T10:00:00Z'));
  serve({ articles, today: '2026-11-24' }, [], all);
  const first = show();
  expect(titles(await region())).toHaveLength(2);
  first.unmount();

  vi.setSystemTime(new Date('2026-11-26T10:00:00Z'));
  serve({ articles }, [], all);
  const second = show();
  expect(titles(await region())).toEqual(['work']);
  const rest = screen.getByRole('button', { name: 'Your other changes 2' });
  expect(rest).toHaveAttribute('aria-expanded', 'false');
  second.unmount();

  vi.setSystemTime(new Date('2026-11-28T10:00:00Z'));
  serve({ articles, today: '2026-11-28' }, [], all);
  show();
  const box = await region();
  expect(within(box).getByText(/^Since your last visit on 26 November/)).toBeVisible();
  expect(titles(box)).toHaveLength(2);
});
