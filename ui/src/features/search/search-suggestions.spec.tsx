import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadPart } from '../../i18n/setup.ts';
import { exampleFound, serveSearch } from '../../test/example-search.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { SearchScreen } from './search-screen.tsx';

vi.mock('../../api/session.ts', () => import('../../test/fake-session.ts'));

const show = (at: string) => renderApp({ at, element: <SearchScreen /> });

beforeAll(() => loadPart('search'));
beforeEach(() => showSession('signed_out'));

describe('suggestions of a search', () => {
  test('a suggestion is chosen with the arrows and Enter', async () => {
    serveSearch(exampleFound, [{ kind: 'article', text: 'Chirii', lang: 'ro', slug: 'rent' }]);
    const user = userEvent.setup();
    const { address } = show('/app?screen=search');
    await user.type(screen.getByRole('combobox'), 'chi');
    await screen.findByRole('option', { name: 'Chirii' });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/app?articleId=rent');
  });

  test('suggestions are asked for when the reader types, and not when the page opens', async () => {
    const asked = serveSearch(exampleFound);
    const suggestions = () => asked.filter((address) => address.startsWith('/search/suggest'));
    show('/app?screen=search&q=chirie');
    await screen.findByRole('article');
    expect(suggestions()).toEqual([]);
    await userEvent.setup().type(screen.getByRole('combobox'), 'i');
    await expect.poll(suggestions).toContain('/search/suggest?q=chiriei&lang=en');
  });

  test('Enter without a chosen suggestion searches', async () => {
    serveSearch(exampleFound);
    const user = userEvent.setup();
    const { address } = show('/app?screen=search&act_type=OUG');
    await user.type(screen.getByRole('combobox'), 'salariu minim{Enter}');
    expect(address()).toBe('/app?screen=search&q=salariu+minim&act_type=OUG');
  });
});
