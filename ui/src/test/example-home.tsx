import { screen } from '@testing-library/react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { exampleArticle, exampleEntry } from './example-article.ts';
import { exampleUserData } from './example-user-data.ts';
import { fakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

/* Home with three articles, for its tests. */
const topics = [
  { id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' }, articles: 1 },
  { id: 'munca', name: { ro: 'Muncă și salarii', en: 'Employment' }, articles: 1 },
  { id: 'digital', name: { ro: 'Date și digital', en: 'Data and digital' }, articles: 0 },
];
export const rent = exampleArticle({ slug: 'rent', title: 'Chirii' });
export const work = exampleArticle({
  slug: 'work',
  title: 'Salarii',
  topic: 'munca',
  importance: 5,
  domains: [],
  deadlines: [exampleEntry({ kind: 'starts', what: 'salariul minim' })],
});
export const old = exampleArticle({ slug: 'old', title: 'Vechi', topic: 'munca', deadlines: [] });

type Reply = Parameters<typeof fakeServer>[0][string];

/** Answers as the server of a reader, whose data can be given. */
export function serve(lawchanges: Reply, changes: Parameters<typeof exampleUserData>[0] = {}) {
  const data = exampleUserData(changes);
  return fakeServer({
    '/topics': { body: topics },
    '/lawchanges': lawchanges,
    '/users/user-data/uid1': () => ({ body: data }),
    '/users/follow-topic': (_, { body }) => {
      data.topics_followed = [body.topicId, ...data.topics_followed];
      return { body: { followed: body.followed, topics_followed: data.topics_followed } };
    },
  });
}

export const three = { body: [rent, work, old] };
export const show = (at = '/app') => renderApp({ at, element: <HomeScreen /> });
export const cards = () => screen.queryAllByRole('heading', { level: 3 }).map((h) => h.textContent);
export const group = (name: RegExp) => screen.findByRole('region', { name });
