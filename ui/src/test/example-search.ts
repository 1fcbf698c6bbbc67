import { exampleArticle } from './example-article.ts';
import { exampleReport } from './example-concerns.ts';
import { fakeServer } from './fake-server.ts';

/** The answer of a search that finds nothing. */
export const nothingFound = {
  total: 0,
  without_filters: 0,
  hits: [],
  facets: {
    topic: [],
    domain: [],
    act_type: [],
    issuer: [],
    role: [],
    importance: [],
    year: [],
    duty_ahead: 0,
  },
  duties: [],
  understood: { references: [], words: [], phrases: [], corrected: [], also: [], missing: [] },
  nearest: [],
  index: { indexed: 3, articles: 3 },
};

export const exampleHit = {
  article: exampleArticle({ slug: 'rent', title: 'Chirii' }),
  title: { text: 'Chirii și taxe', lang: 'ro', marks: [{ start: 0, end: 6 }] },
  fragment: { text: 'Se declară chiria.', lang: 'ro', marks: [{ start: 11, end: 17 }] },
  nearness: 'act',
};

/** The answer of a search that finds an article. */
export const exampleFound = {
  ...nothingFound,
  total: 2,
  without_filters: 2,
  hits: [exampleHit],
  facets: {
    ...nothingFound.facets,
    act_type: [
      { value: 'OUG', articles: 1 },
      { value: 'LEGE', articles: 1 },
    ],
    duty_ahead: 1,
  },
};

/** A server that answers each search with this. Returns the addresses that were asked. */
export function serveSearch(
  answer: object,
  suggestions: object[] = [],
  report: object = exampleReport(),
) {
  return fakeServer({
    '/concerns': { body: report },
    '/topics': { body: [] },
    '/search': { body: answer },
    '/search/suggest': { body: suggestions },
  });
}
