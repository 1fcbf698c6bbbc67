import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { renderApp } from '../../test/render-app.tsx';
import { CalendarTool } from './calendar-link.tsx';
import { DateList } from './date-list.tsx';
import { readerPart } from './reader-part.ts';

const today = '2026-11-22';
const on = (date: string, changes: Parameters<typeof exampleEntry>[0] = {}) =>
  exampleEntry({ date, next_date: date, ...changes });

function show(changes: Parameters<typeof exampleArticle>[0]) {
  const article = exampleArticle(changes);
  const part = readerPart(article, undefined);
  renderApp({
    element: (
      <>
        <CalendarTool article={article} today={today} part={part} />
        <DateList article={article} today={today} part={part} />
      </>
    ),
  });
}

async function files(name: string): Promise<string[]> {
  await userEvent.click(screen.getByRole('button', { name }));
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) => item.getAttribute('href') ?? '');
}

test('a day goes to a calendar as a file of the server, or to Google or Outlook', async () => {
  show({ deadlines: [on('2026-12-31')] });
  const [file, google, outlook, ...rest] = await files('Calendar: 31 December 2026');
  expect(file).toBe('/deadlines/lege-1-2026-exemplu.1.ics?lang=en');
  expect(google).toContain('text=Declara%C8%9Bia+unic%C4%83&dates=20261231%2F20270101');
  expect(outlook).toContain('startdt=2026-12-31&enddt=2027-01-01');
  expect(rest).toEqual([]);
});

test('of several days there is a file too, and the list of dates offers the others alone', async () => {
  show({
    deadlines: [
      on('2026-12-31', { what: 'first' }),
      on('2027-05-25', { id: 'lege-1-2026-exemplu.2', what: 'second' }),
    ],
  });
  expect(screen.queryByRole('button', { name: /31 December 2026, first/ })).toBeNull();
  expect(
    screen.getByRole('button', { name: 'Add to calendar: 25 May 2027, second' }),
  ).toBeVisible();
  const found = await files('Calendar: 31 December 2026');
  expect(found[3]).toBe('/deadlines/lege-1-2026-exemplu.ics?lang=en');
  expect(screen.getByRole('menuitem', { name: 'A file with 2 dates' })).toBeVisible();
});

test('the day from which an article applies has a file too', async () => {
  show({ deadlines: [], in_force_date: '2026-01-01', applies_from: '2027-01-01' });
  const [file] = await files('Calendar: 1 January 2027');
  expect(file).toBe('/deadlines/lege-1-2026-exemplu.start.ics?lang=en');
});
