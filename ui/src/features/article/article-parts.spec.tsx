import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DateList } from './date-list.tsx';
import { Sources } from './sources.tsx';
import { TechnicalSummary } from './technical-summary.tsx';

const today = '2026-11-22';
const spaced = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

describe('the dates', () => {
  test('are in the words of their kind: ahead, then rules, then past', () => {
    const { date: _, ...undated } = exampleEntry({ next_date: null });
    const deadlines = [
      exampleEntry({ date: '2026-06-05', next_date: null, what: 'a' }),
      exampleEntry({ kind: 'starts', date: '2027-12-18', next_date: '2027-12-18', what: 'b' }),
      { ...undated, rule: 'în 30 de zile', what: 'c' },
      exampleEntry({ kind: 'ends', date: '2026-12-31', next_date: '2026-12-31', what: 'd' }),
      { ...undated, recurs: { monthly: 25 }, rule: 'pe 25', next_date: '2026-11-25', what: 'e' },
    ];
    renderApp({ element: <DateList article={exampleArticle({ deadlines })} today={today} /> });
    expect(screen.getAllByRole('listitem').map((item) => spaced(item.textContent))).toEqual([
      'Due by25 November 2026in 3 daysRepeats: pe 25e',
      'Ends on31 December 2026in 39 daysd',
      'From18 December 2027in 13 monthsb',
      'Due:în 30 de zilec',
      'Deadline missed:5 June 2026a',
    ]);
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      'Add to calendar: 25 November 2026, e',
      'Add to calendar: 31 December 2026, d',
      'Add to calendar: 18 December 2027, b',
    ]);
  });
});

test('the technical summary is folded on a phone, and open on paper', () => {
  const matches = vi.spyOn(window, 'matchMedia');
  matches.mockReturnValue({ matches: false } as MediaQueryList);
  renderApp({ element: <TechnicalSummary text="Exact." lang="ro" /> });
  const details = screen.getByRole('group');
  expect(details).not.toHaveAttribute('open');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(details).toHaveAttribute('open');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(details).not.toHaveAttribute('open');
  matches.mockRestore();
});

describe('the sources', () => {
  test('are labelled as official or secondary, and the two legal days stand apart', () => {
    const article = exampleArticle({
      in_force_date: '2025-12-18',
      applies_from: '2026-01-01',
      sources: [
        {
          url: 'https://legislatie.just.ro/1',
          title: 'Legea 1',
          host: 'legislatie.just.ro',
          official: true,
        },
        { url: 'https://www.economedia.ro/x', host: 'economedia.ro', official: false },
        { url: 'javascript:alert(1)', host: '', official: false },
      ],
      provenance: { written_by: 'Redacția', dated_by: 'Legea nr. 239/2025' },
    });
    renderApp({ element: <Sources article={article} revisions={[article]} /> });
    const facts = screen
      .getAllByRole('term')
      .map((term) => spaced(`${term.textContent}: ${term.nextElementSibling?.textContent}`));
    expect(facts.slice(0, 3)).toEqual([
      'In force from: 18 December 2025',
      'Applies from: 1 January 2026',
      'Dated: 2 March 2026The day is taken from Legea nr. 239/2025; the day of publication is not verified.',
    ]);
    const [official, secondary, ...others] = screen.getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(official).toHaveTextContent(
      /^Legea 1, opens in a new tabOfficial textlegislatie.just.ro$/,
    );
    expect(secondary).toHaveTextContent(/^economedia.ro, opens in a new tabSecondary source/);
    expect(within(secondary as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      'https://www.economedia.ro/x',
    );
    expect(facts.at(-1)).toMatch(/Written by Redacția.*Not yet reviewed by anyone else.*Version 1/);
  });

  test('name the reviewer and the day when they are known', () => {
    const provenance = { reviewed_by: 'Ana Pop', reviewed_at: '2026-11-20' };
    const article = exampleArticle({ provenance });
    renderApp({ element: <Sources article={article} revisions={[article]} /> });
    const note = screen.getByText(
      (text) => spaced(text) === 'Reviewed by Ana Pop, 20 November 2026',
    );
    expect(note).toBeVisible();
    expect(screen.queryByText(/Not yet checked/)).toBeNull();
  });
});

describe('the revisions', () => {
  test('show word by word what the next one changed, and the source has its fingerprint', async () => {
    const user = userEvent.setup();
    const before = exampleArticle({ revision: 1, title: 'Cota este 10%', lang: 'ro' });
    const source_sha256 = 'ab'.repeat(32);
    const after = exampleArticle({
      ...before,
      revision: 2,
      title: 'Cota este 16%',
      provenance: { source_sha256, fetched_at: '2026-01-09T08:00:00Z' },
    });
    renderApp({ element: <Sources article={after} revisions={[before, after]} /> });
    expect(screen.getByText(source_sha256)).toBeVisible();
    expect(screen.getByText('The source was fetched on 9 January 2026.')).toBeVisible();
    expect(screen.queryByText('What changed in version 2')).toBeNull();
    await user.click(screen.getByText('Earlier versions'));
    const changed = (await screen.findByText('Title')).parentElement;
    expect(changed).toHaveTextContent('Cota este removed: 10%added: 16%');
    expect(screen.queryByText('Technical summary')).toBeNull();
  });
});
