import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FigureValue, LawFigure } from '../../api/types.ts';
import { loadPart } from '../../i18n/setup.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { FiguresScreen } from './figures-screen.tsx';

const source = 'https://legislatie.just.ro/Public/DetaliiDocument/1';

function value(text: string, more: Partial<FigureValue>): FigureValue {
  return {
    value: '1',
    text,
    act: 'Government Decision no. 146/2026',
    source,
    official: true,
    ...more,
  };
}

const old = value('4,050 lei', { from: '2025-01-01', until: '2026-06-30' });
const current = value('4,325 lei', { from: '2026-07-01', article: 'salariu', provision: 'art. 1' });
const figures: LawFigure[] = [
  {
    id: 'minimum-wage',
    topic: 'munca',
    name: 'Gross minimum base wage',
    unit: 'lei',
    current,
    values: [old, current],
  },
  {
    id: 'cass-income-first',
    topic: 'fiscalitate',
    name: 'First CASS threshold',
    unit: 'minimum_wages',
    current: value('6 minimum wages', { lei: '24300', lei_text: '24,300 lei' }),
    values: [value('6 minimum wages', {})],
  },
  { id: 'gone', topic: 'fiscalitate', name: 'Ended rate', unit: 'percent', values: [old] },
];

function show(at = '/app?screen=figures') {
  const asked = fakeServer({
    '/figures': { body: figures },
    '/topics': {
      body: [
        { id: 'munca', name: { ro: 'Muncă', en: 'Work' }, articles: 1 },
        { id: 'fiscalitate', name: { ro: 'Fiscalitate', en: 'Tax' }, articles: 1 },
      ],
    },
    '/desk/figures/minimum-wage/confirm': { body: figures[0] },
  });
  return { asked, ...renderApp({ at, element: <FiguresScreen /> }) };
}

describe('figures of the law', () => {
  beforeEach(() => loadPart('figures'));

  test('each has its value, its law, its state and its history', async () => {
    show();
    const wage = (await screen.findByRole('heading', { name: 'Gross minimum base wage' }))
      .parentElement as HTMLElement;
    expect(wage).toHaveTextContent('4,325 lei');
    expect(wage).toHaveTextContent('from 1 July 2026');
    expect(wage).toHaveTextContent('Government Decision no. 146/2026, art. 1');
    expect(within(wage).getByText('art. 1').closest('[lang]')).toHaveAttribute('lang', 'ro');
    expect(
      within(wage)
        .getAllByText(/Government Decision/)[0]
        ?.closest('[lang]'),
    ).not.toHaveAttribute('lang', 'ro');
    expect(wage).toHaveTextContent('to verify');
    expect(within(wage).getByRole('link', { name: 'source' })).toHaveAttribute('href', source);
    expect(within(wage).getByRole('link', { name: 'what changed' })).toHaveAttribute(
      'href',
      '/app?articleId=salariu',
    );
    expect(wage).toHaveTextContent('4,050 lei from 1 January 2025 until 30 June 2026');
    expect(screen.getByText('First CASS threshold').parentElement).toHaveTextContent(
      '= 24,300 lei',
    );
    expect(screen.getByText('Ended rate').parentElement).toHaveTextContent(
      'No value known on this day',
    );
    expect(screen.getByRole('link', { name: 'The table of the day (CSV)' })).toHaveAttribute(
      'href',
      expect.stringContaining('/figures.csv?lang=en&on='),
    );
  });

  test('words and the topic leave some, and the day is in the address', async () => {
    const { asked, address } = show('/app?screen=figures&on=2025-08-31');
    await screen.findByText('3 figures');
    expect(asked.some((url) => url.includes('on=2025-08-31'))).toBe(true);
    await userEvent.type(screen.getByRole('searchbox'), 'cass thresh');
    expect(screen.getByText('1 figure')).toBeVisible();
    expect(screen.queryByText('Gross minimum base wage')).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox'), 'munca');
    expect(await screen.findByText('No figure matches')).toBeVisible();
    expect(address()).toBe('/app?screen=figures&on=2025-08-31&topic=munca');
  });

  test('an editor confirms a value', async () => {
    showSession({ isEditor: true });
    show();
    const buttons = await screen.findAllByRole('button', {
      name: 'I read it in the source: confirm',
    });
    await userEvent.click(buttons[0] as HTMLElement);
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        from: '2026-07-01',
        withdraw: false,
      }),
    );
  });
});
