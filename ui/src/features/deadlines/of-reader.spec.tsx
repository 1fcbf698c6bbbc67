import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Deadline, Duty } from '../../api/types.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DeadlinesScreen } from './deadlines-screen.tsx';
import { ofReader } from './of-reader.ts';

const day = (slug: string, kind: Deadline['kind'], changes: Partial<Deadline> = {}) =>
  ({
    id: `${slug}.1`,
    slug,
    kind,
    date: '2026-12-21',
    index: 0,
    topic: 'munca',
    domains: [],
    domain_keys: [],
    ...changes,
  }) as unknown as Deadline;
const duty = (id: string, ...slugs: string[]) =>
  ({
    id,
    topic: 'munca',
    title: id,
    roles: ['employer'],
    legal_basis: [],
    sources: [],
    confidence: 'high',
    articles: slugs.map((slug) => ({ slug, title: slug, lang: 'ro' })),
    recurs: { monthly: 25 },
    days: [{ id: `duty.${id}`, date: '2026-12-21' }],
  }) as unknown as Duty;
const no = { answer: 'no' as const, certain: true, missing: [] };
const interest = { topics: ['munca'], bookmarks: [], tracked: [], notified: [] };

test('answers decide duties and what is due; what is followed brings changes only', () => {
  const report = exampleReport({
    duties: {
      sure: concerned('yes', '', { event: { ro: 'numai dacă', en: 'only if' } }),
      open: concerned('maybe', ''),
      other: concerned('no', ''),
    },
    articles: {
      mine: concerned('yes', ''),
      joined: concerned('yes', ''),
      part: concerned('yes', '', { entries: { 0: no } }),
      theirs: concerned('no', ''),
      explained: concerned('yes', ''),
    },
  });
  const line = (article: string, duty?: string) => ({
    date: '2026-12-21',
    article,
    entry: 0,
    form: null,
    what: '',
    ...(duty && { duty }),
  });
  report.dates = [line('mine'), line('joined', 'sure'), line('explained')];
  const deadlines = [
    day('mine', 'due'),
    day('joined', 'due'),
    day('part', 'due'),
    day('theirs', 'due'),
    day('theirs', 'ends'),
    day('theirs', 'starts', { topic: 'digital' }),
    day('explained', 'due'),
  ];
  const duties = [duty('sure', 'explained'), duty('open'), duty('other'), duty('unknown')];
  const own = ofReader(deadlines, duties, { report, interest, language: 'en' });
  expect(own.duties.map(({ id, event }) => [id, event])).toEqual([['sure', 'only if']]);
  expect(own.deadlines.map(({ slug, kind }) => [slug, kind])).toEqual([
    ['mine', 'due'],
    ['theirs', 'ends'],
  ]);
});

beforeEach(() => showSession('signed_out'));

test('"For me" goes by the answers, and says how many things are open', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  deviceAnswers.set('subject', 'srl');
  const duties = { sure: concerned('yes', ''), open: concerned('maybe', '') };
  const served = (report: object) => ({
    '/deadlines': { body: [] },
    '/duties': { body: [duty('sure'), duty('open')] },
    '/topics': { body: [] },
    '/concerns': { body: exampleReport(report) },
  });
  fakeServer(served({ duties }));
  const at = '/app?screen=deadlines&tab=mine';
  const { unmount } = renderApp({ at, element: <DeadlinesScreen /> });
  expect(await screen.findByRole('heading', { name: 'sure' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'open' })).toBeNull();
  expect(screen.getByText(/By your answers: one thing concerns you, maybe 1 more/)).toBeVisible();
  unmount();
  deviceAnswers.set('subject', 'person');
  fakeServer(served({ duties: { open: concerned('maybe', '') } }));
  renderApp({ at, element: <DeadlinesScreen /> });
  expect(await screen.findByText('No certain deadline')).toBeVisible();
});
