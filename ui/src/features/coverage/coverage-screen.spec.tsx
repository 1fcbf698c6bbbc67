import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { YearCoverage } from '../../api/types.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { CoverageScreen } from './coverage-screen.tsx';

const year: YearCoverage = {
  part: 'I',
  year: 2026,
  first: 450,
  last: 457,
  last_date: '2026-05-29',
  seen: 4,
  read: 0,
  incomplete: 0,
  announced: 0,
  waiting: [],
  missing: 4,
  gaps: [
    { from: 452, to: 454, until: '2026-05-27' },
    { from: 456, to: 456, until: '2026-05-29' },
  ],
};

const month = {
  month: '2026-05',
  months: ['2026-05', '2026-04'],
  days: [
    {
      date: '2026-05-29',
      issues: [
        {
          part: 'I',
          number: 457,
          state: 'read',
          incomplete: false,
          articles: [
            {
              slug: 'a',
              title: 'A change',
              importance: 3,
              publish_date: '2026-05-29',
              topic: 'munca',
              lang: 'en',
            },
          ],
        },
        { part: 'I', number: 458, state: 'announced', incomplete: true, articles: [] },
      ],
    },
  ],
};

function show(years: YearCoverage[]) {
  fakeServer({ '/coverage': { body: years }, '/coverage/calendar': { body: month } });
  renderApp({ element: <CoverageScreen /> });
}

describe('issues of the gazette', () => {
  test('a year has what was seen and each gap since when', async () => {
    show([year]);
    expect(await screen.findByRole('heading', { level: 2, name: '2026, Part I' })).toBeVisible();
    expect(screen.getByText('no. 452 to no. 454').parentElement).toHaveTextContent(
      'missing since 27 May 2026',
    );
    expect(screen.getByText('no. 456')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'How to read this list' })).toBeVisible();
  });

  test('a month lists its issues by day with their articles', async () => {
    show([]);
    const day = (await screen.findByRole('heading', { level: 3, name: '29 May 2026' }))
      .parentElement;
    expect(day).toHaveTextContent('Part I, no. 457: read');
    expect(day).toHaveTextContent('Part I, no. 458: announced, not read yet (an act was left out)');
    expect(screen.getByRole('link', { name: 'A change' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'April 2026' })).toHaveAttribute(
      'href',
      '/app?screen=coverage&month=2026-04',
    );
  });

  test('a year without gaps says so', async () => {
    show([{ ...year, missing: 0, gaps: [] }]);
    expect(
      await screen.findByText('Nothing is missing between no. 450 and no. 457.'),
    ).toBeVisible();
  });

  test('an announced issue that was not read is listed, and the year is not complete', async () => {
    const file = { number: 456, supplement: 'Bis', date: '2026-05-28' };
    const waiting = [{ ...file, since: '2026-05-28T06:00:00Z' }];
    show([{ ...year, missing: 0, gaps: [], announced: 1, waiting, incomplete: 2 }]);
    expect((await screen.findByText('no. 456 Bis')).parentElement).toHaveTextContent(
      'announced 28 May 2026',
    );
    expect(screen.queryByText(/Nothing is missing/)).toBeNull();
    expect(screen.getByText(/In 2 issues an act/)).toBeVisible();
  });

  test('without a source the page explains why it is empty', async () => {
    show([]);
    expect(await screen.findByText('No source is read here yet')).toBeVisible();
  });
});
