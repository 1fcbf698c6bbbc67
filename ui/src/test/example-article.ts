import type { Article, DatedEntry } from '../api/types.ts';

/** A dated entry for the tests. */
export function exampleEntry(changes: Partial<DatedEntry> = {}): DatedEntry {
  return {
    id: 'lege-1-2026-exemplu.1',
    kind: 'due',
    date: '2099-05-25',
    what: 'declarația unică',
    roles: [],
    next_date: '2099-05-25',
    state: 'ahead',
    ...changes,
  };
}

/** An article for the tests; its facts are invented. */
export function exampleArticle(changes: Partial<Article> = {}): Article {
  return {
    slug: 'lege-1-2026-exemplu',
    title: 'Un exemplu de lege',
    technical_summary: 'Rezumatul **tehnic**.',
    simple_explanation: 'Pe scurt.\n\nȘi mai pe larg.',
    importance: 4,
    publish_date: '2026-03-02',
    domains: ['chirii', 'Ceva Nou'],
    domain_keys: ['chirii', 'ceva nou'],
    topic: 'inchirieri',
    lang: 'ro',
    act: { type: 'LEGE', number: '1', year: 2026, citation: 'Legea nr. 1/2026' },
    in_short: 'Se schimbă ceva.',
    deadlines: [exampleEntry()],
    next_entry: 0,
    time: 'ahead',
    roles: ['landlord'],
    audience: ['proprietari'],
    sources: [],
    revision: 1,
    updated_at: '2026-03-03T09:00:00Z',
    likes: 21,
    bookmarks: 2,
    status: 'published',
    steps: [
      { id: 'verifica', text: 'Verifică.', roles: [] },
      { id: 'depune', text: 'Depune.', roles: [] },
    ],
    implementation_key_points: ['Verifică.', 'Depune.'],
    languages: ['ro'],
    amendments: 0,
    citations: [],
    ...changes,
  };
}
