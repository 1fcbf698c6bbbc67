import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AmendedAct, Amendment } from '../../api/types.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { AmendmentsSection } from './amendments-section.tsx';

const article = exampleArticle({ amendments: 5 });
const path = `/lawchanges/${article.slug}/amendments`;

function amendment(place: number, changes: Partial<Amendment> = {}): Amendment {
  return {
    kind: 'modify',
    source: `pct. ${place}`,
    provision: `art. ${place}`,
    difference: [
      { kind: 'same', text: 'Taxa este de ' },
      { kind: 'removed', text: '40' },
      { kind: 'added', text: '45' },
      { kind: 'same', text: ' lei.' },
    ],
    is_cut: false,
    ...changes,
  };
}

function amended(amendments: Amendment[]): AmendedAct {
  return {
    act: { type: 'LEGE', number: '31', year: 1990, citation: 'Legea nr. 31/1990' },
    form_date: '2024-10-08',
    found: amendments.length,
    applied: amendments.length,
    amendments,
  };
}

function show(acts: AmendedAct[]) {
  fakeServer({ [path]: { body: acts } });
  renderApp({ element: <AmendmentsSection article={article} /> });
}

describe('before and after', () => {
  test('the text before has the words that go, the text after the new ones', async () => {
    show([amended([amendment(1)])]);
    expect(await screen.findByText('art. 1')).toBeVisible();
    expect(screen.getByText('8 October 2024')).toBeVisible();
    const [before, after] = ['Before', 'After'].map(
      (label) => screen.getByText(label).parentElement as HTMLElement,
    );
    expect(before).toHaveTextContent('Taxa este de removed: 40 lei.');
    expect(after).toHaveTextContent('Taxa este de added: 45 lei.');
    expect(within(after as HTMLElement).getByRole('insertion')).toHaveTextContent('45');
  });

  test('three provisions are open, and the others open when they are chosen', async () => {
    show([amended([1, 2, 3, 4, 5].map((place) => amendment(place)))]);
    await screen.findByText('art. 5');
    expect(document.querySelectorAll('details[open]')).toHaveLength(3);
    expect(screen.getAllByText('Before')).toHaveLength(3);
    await userEvent.click(screen.getByText('art. 5'));
    expect(await screen.findAllByText('Before')).toHaveLength(4);
  });

  test('what was not applied has its text, and a new provision has no text before', async () => {
    const listed = amendment(2, { difference: [], problem: 'odd', text: 'Tabelul se modifică.' });
    const added = amendment(1, { kind: 'insert', difference: [{ kind: 'added', text: 'Nou.' }] });
    show([amended([added, listed])]);
    expect(await screen.findByText('Tabelul se modifică.')).toBeVisible();
    expect(screen.getByText('read it in the text')).toBeVisible();
    expect(screen.queryByText('odd')).toBeNull();
    expect(screen.queryByText('Before')).toBeNull();
  });

  test('a failure can be tried again', async () => {
    fakeServer({ [path]: { status: 503, body: { error: 'x', code: 'unavailable' } } });
    renderApp({ element: <AmendmentsSection article={article} /> });
    expect(await screen.findByText('The provisions could not be loaded.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
