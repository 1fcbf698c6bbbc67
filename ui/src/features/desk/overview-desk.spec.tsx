import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderDesk } from '../../test/example-desk.tsx';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';

const article = (slug: string, is_chosen: boolean) => ({
  slug,
  title: `Articolul ${slug}`,
  importance: 4,
  publish_date: '2025-12-20',
  is_chosen,
});
const draft = {
  id: '2025-12',
  status: 'draft',
  version: 'v1',
  introduction: { ro: 'Un text.', en: 'A text.' },
  articles: [article('a', true), article('b', true), article('c', false)],
  made_at: '2026-01-01T00:00:00Z',
};

describe('a monthly overview on the desk', () => {
  beforeEach(() => showSession({ isEditor: true }));

  test('is named in the list as long as it waits', async () => {
    const listed = { id: '2025-12', articles: 2 };
    fakeServer({
      '/topics': { body: [] },
      '/desk/drafts': { body: { drafts: [], total: 0 } },
      '/desk/overviews': {
        body: [
          { ...listed, status: 'draft' },
          { ...listed, id: '2025-11', status: 'published' },
        ],
      },
    });
    renderDesk('/app?screen=desk');
    const link = await screen.findByRole('link', { name: 'December 2025 in brief' });
    expect(link).toHaveAttribute('href', '/app?screen=desk&overview=2025-12');
    expect(screen.getByText('Published and rejected')).toBeVisible();
  });

  test('is published as the editor sees it', async () => {
    const user = userEvent.setup();
    fakeServer({
      '/topics': { body: [] },
      '/desk/overviews/2025-12': (_, { method }) => ({
        body: { ...draft, ...(method === 'POST' && { version: 'v2' }) },
      }),
      '/desk/overviews/2025-12/publish': { body: { ...draft, status: 'published' } },
    });
    renderDesk('/app?screen=desk&overview=2025-12');
    const text = await screen.findByRole('textbox', { name: 'Introduction in Romanian' });
    await user.clear(text);
    await user.type(text, 'Alt text.');
    await user.click(screen.getByRole('checkbox', { name: 'Articolul a' }));
    await user.click(screen.getByRole('checkbox', { name: 'Articolul c' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByRole('link', { name: 'See the overview' })).toHaveAttribute(
      'href',
      '/overview/2025-12',
    );
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { version: 'v1', introduction: { ro: 'Alt text.', en: 'A text.' }, articles: ['b', 'c'] },
      { version: 'v2' },
    ]);
  });

  test('says why it could not be saved', async () => {
    const user = userEvent.setup();
    const conflict = { code: 'changed_meanwhile', message: 'It changed.' };
    fakeServer({
      '/topics': { body: [] },
      '/desk/overviews/2025-12': (_, { method }) =>
        method === 'GET' ? { body: draft } : { status: 409, body: conflict },
    });
    renderDesk('/app?screen=desk&overview=2025-12');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/somebody else changed/i);
  });
});
