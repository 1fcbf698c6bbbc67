import type { Draft } from '../api/desk.ts';
import { DeskScreen } from '../features/desk/desk-screen.tsx';
import { exampleDraft } from './example-draft.ts';
import { fakeServer, sent } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

/* The desk with one draft, for its tests. */
const element = <DeskScreen Preview={({ article }) => <p>{`Preview of ${article.title}`}</p>} />;
const topics = [{ id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' }, articles: 1 }];

/** A server with this draft; saving answers with what was sent. */
export function serve(draft: Draft = exampleDraft(), more: Parameters<typeof fakeServer>[0] = {}) {
  let version = 1;
  return fakeServer({
    '/topics': { body: topics },
    '/desk/overviews': { body: [] },
    '/desk/drafts': { body: { drafts: [draft], total: 1 } },
    '/desk/drafts/chirii': (_, { method, body }) => {
      if (method === 'GET') return { body: draft };
      version += 1;
      return { body: { ...draft, article: body.article, version: `v${version}` } };
    },
    '/desk/drafts/chirii/publish': { body: { status: 'published' } },
    '/desk/drafts/chirii/reject': { body: { ...draft, state: 'rejected' } },
    ...more,
  });
}

/** The bodies of the requests to this address. */
export const posts = (path: string) =>
  sent.filter((it) => it.method === 'POST' && it.path === path).map(({ body }) => body);

/** Opens the desk; without an address, with the draft. */
export const renderDesk = (at = '/app?screen=desk&draft=chirii') => renderApp({ at, element });
