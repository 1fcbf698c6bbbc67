import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { cards, old, rent, show, work } from '../../test/example-home.tsx';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';

const date = (day: string, changes: object) => ({ date: day, form: null, what: 'x', ...changes });
const only = { ro: 'numai dacă', en: 'only if you pay' };

function serve(report: Parameters<typeof exampleReport>[0]) {
  fakeServer({
    '/topics': { body: [{ id: 'munca', name: { ro: 'Muncă', en: 'Employment' }, articles: 1 }] },
    '/lawchanges': { body: [rent, work, old] },
    '/duties': { body: [] },
    '/concerns': { body: exampleReport(report) },
  });
}

beforeEach(() => {
  showSession('signed_out');
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  deviceAnswers.set('subject', 'srl');
});

describe('Home by the reader’s answers', () => {
  test('has the certain dates in the headline, and the reader’s articles with the reason', async () => {
    serve({
      duties: { d112: concerned('yes', ''), d390: concerned('yes', '', { event: only }) },
      articles: { rent: concerned('yes', 'because you let'), work: concerned('no', '') },
      dates: [
        date('2026-12-21', { duty: 'd112', form: 'D112', what: 'payroll return' }),
        date('2026-12-21', { duty: 'd390', form: 'D390', what: 'recapitulative statement' }),
      ],
    });
    show();
    await screen.findByRole('heading', {
      level: 1,
      name: /^1 thing to do by.21.December.2026/,
    });
    const box = within(screen.getByRole('region', { name: 'To do' }));
    expect(box.getByText('Payroll return')).toBeVisible();
    expect(box.getByText('Only if you pay')).toBeVisible();
    expect(box.getByRole('link', { name: 'All deadlines' })).toHaveAttribute(
      'href',
      '/app?screen=deadlines&tab=mine',
    );
    expect(cards()).toContain('Chirii');
    expect(cards()).not.toContain('Salarii');
    expect(screen.getByText('because you let')).toBeVisible();
    expect(screen.getByText(/By your answers: 2 things concern you/)).toBeVisible();
    expect(screen.queryByRole('group', { name: 'What concerns you' })).toBeNull();
  });

  test('says "nothing certain" while an answer is open, and "nothing" only when none is', async () => {
    serve({ duties: { open: concerned('maybe', '') } });
    const { unmount } = show();
    await screen.findByRole('heading', { level: 1, name: 'Nothing certain; 1 possible' });
    unmount();
    deviceAnswers.set('subject', 'person');
    serve({ duties: { open: concerned('no', '') } });
    show();
    await screen.findByRole('heading', { level: 1, name: 'Nothing to do now' });
  });

  test('without answers Home leads to the questions', async () => {
    deviceAnswers.erase();
    serve({});
    show();
    expect(
      await screen.findByRole('link', {
        name: 'See what concerns you, and by when: a few questions',
      }),
    ).toHaveAttribute('href', '/app?screen=questions');
  });
});
