import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DatedEntry } from '../api/types.ts';
import type { EntryDue } from '../hooks/entry-due.ts';
import { exampleEntry } from '../test/example-article.ts';
import { DatedLine } from './dated-line.tsx';

const today = '2026-11-22';

function words(entry: Partial<DatedEntry>, due: EntryDue['kind'] = 'certain'): string {
  const full = exampleEntry({ next_date: entry.date ?? null, ...entry });
  if (entry.date === undefined) delete full.date;
  const { container } = render(<DatedLine entry={full} today={today} lang="ro" due={due} />);
  return (container.textContent ?? '').replaceAll('\u00a0', ' ');
}

describe('a dated line', () => {
  test.each([
    [{ kind: 'due', date: '2026-12-31' }, 'Due by 31 December 2026 39 days left'],
    [{ kind: 'due', date: '2026-11-23' }, 'Due by 23 November 2026 tomorrow'],
    [{ kind: 'due', date: today }, 'Due today, 22 November 2026 today'],
    [{ kind: 'due', date: '2026-06-05', next_date: null }, 'Deadline missed: 5 June 2026'],
    [{ kind: 'starts', date: '2027-01-01' }, 'From 1 January 2027'],
    [{ kind: 'starts', date: '2026-01-01', next_date: null }, 'From 1 January 2026'],
    [{ kind: 'ends', date: '2026-12-31' }, 'Ends on 31 December 2026'],
    [{ kind: 'ends', date: '2026-01-31', next_date: null }, 'Ended on 31 January 2026'],
    [{ kind: 'due', rule: 'în 30 de zile de la semnare' }, 'Due: în 30 de zile de la semnare'],
  ] satisfies Array<[Partial<DatedEntry>, string]>)('%j is "%s"', (entry, text) => {
    expect(words(entry)).toBe(text);
  });

  test.each([
    ['event', 'If it happens · Due by 23 November 2026'],
    ['maybe', 'May concern you · Due by 23 November 2026'],
    ['others', 'Does not concern you · Due by 23 November 2026'],
    ['choice', 'Your choice · Due by 23 November 2026 tomorrow'],
  ] as const)('what is due by %s says so', (due, text) => {
    expect(words({ kind: 'due', date: '2026-11-23' }, due)).toBe(text);
  });

  test('a recurring duty has its next day alone', () => {
    const recurs = { monthly: 25 };
    const rule = 'pe 25 ale fiecărei luni';
    expect(words({ recurs, rule, next_date: '2026-11-25' })).toBe(
      'Due by 25 November 2026 3 days left',
    );
  });
});
