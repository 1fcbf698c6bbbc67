import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DatedEntry } from '../../api/types.ts';
import { setTermDate, useTermDates } from '../../hooks/term-dates.ts';
import { selectLanguage } from '../../i18n/setup.ts';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DateList } from './date-list.tsx';
import { InShort } from './in-short.tsx';
import { withTermDates } from './term-key.ts';

const today = '2026-11-22';
const { date: _, ...undated } = exampleEntry({ next_date: null, state: 'undated' });
const term: DatedEntry = {
  ...undated,
  within: { days: 30 },
  rule: 'de la semnare',
  what: 'înregistrarea',
};
const published = exampleArticle({ deadlines: [term, exampleEntry({ what: 'plata' })] });
const key = 'lege-1-2026-exemplu 0 days 30';
const spaced = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const entries = () => screen.getAllByRole('listitem').map((item) => spaced(item.textContent));

function Shown() {
  const article = withTermDates(published, useTermDates(), today);
  return (
    <>
      <InShort article={article} today={today} done={[]} />
      <DateList article={article} today={today} />
    </>
  );
}

const open = () =>
  within(screen.getByRole('list')).getByRole('button', { name: /^Find your date/ });

describe('a term that begins with the reader', () => {
  beforeEach(() => {
    act(() => setTermDate(key, undefined));
  });

  test('shows its length, and its last day once the reader names the first', async () => {
    const user = userEvent.setup();
    const asked = fakeServer({ '/deadlines/within': { body: { date: '2026-12-22' } } });
    renderApp({ element: <Shown /> });
    expect(entries()[1]).toMatch(/^Due:30 days.*de la semnare.*înregistrarea/);
    await user.click(open());
    const field = screen.getByLabelText('From which day does it count?');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Calculate' }));
    expect(screen.getByText('Choose a day.')).toBeVisible();
    await user.type(field, '2026-11-22');
    await user.click(screen.getByRole('button', { name: 'Calculate' }));
    const add = await screen.findByRole('button', { name: /^Add to calendar: 22 December 2026, / });
    expect(asked).toEqual(['/deadlines/within?from=2026-11-22&days=30&shift=next']);
    expect(entries()[0]).toMatch(/^Due by22 December 2026in 30 daysde la semnare/);
    expect(entries()[0]).toContain('Counted from 22 November 2026.');
    expect(
      within(screen.getByRole('list')).getByRole('button', { name: /^Change the day/ }),
    ).toHaveFocus();
    const row = screen.getAllByRole('term').find((item) => item.textContent === 'By when');
    expect(spaced(row?.nextElementSibling?.textContent)).toMatch(/^22 December 202630 days left/);
    await user.click(add);
    const [file] = await screen.findAllByRole('menuitem');
    expect(file).toHaveAttribute('href', expect.stringMatching(/\.ics\?lang=en&day=2026-12-22$/));
  });

  test('a day that cannot be calculated is said so, and nothing is kept', async () => {
    const user = userEvent.setup();
    fakeServer({ '/deadlines/within': { status: 503, body: { code: 'unavailable' } } });
    renderApp({ element: <Shown /> });
    await user.click(open());
    await user.click(screen.getByRole('button', { name: 'Calculate' }));
    expect(await screen.findByText(/could not be calculated/)).toBeVisible();
    expect(window.localStorage.getItem('paragraf::terms')).toBe('{}');
  });

  test('a day kept on this device is past when it is', async () => {
    act(() => setTermDate(key, { from: '2026-10-01', until: '2026-11-02' }));
    renderApp({ element: <Shown /> });
    expect(entries()[1]).toMatch(/^Deadline missed:2 November 2026/);
    await act(() => selectLanguage('ro'));
    expect(entries()[1]).toMatch(/^Termen depășit:2 noiembrie 2026.*Numărat din 1 octombrie 2026/);
    await act(() => selectLanguage('en'));
  });
});
