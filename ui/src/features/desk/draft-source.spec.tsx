import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderDesk, serve } from '../../test/example-desk.tsx';
import { exampleDraft, exampleSource } from '../../test/example-draft.ts';
import { showSession } from '../../test/fake-session.ts';

describe('a draft beside its act', () => {
  beforeEach(() => showSession({ isEditor: true }));

  test('links each figure to its place in the source', async () => {
    const user = userEvent.setup();
    serve();
    renderDesk();
    await screen.findByRole('textbox', { name: 'Title' });
    expect(screen.getByText('16%: not in the source')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '50.000, show the place in the source' }));
    const mark = await screen.findByText('50.000', { selector: 'mark' });
    await waitFor(() => expect(mark).toHaveFocus());
    expect(screen.getByText('Place in the source: 50.000')).toBeInTheDocument();
  });

  test('says of a day that a rule counted how it was counted', async () => {
    const draft = exampleDraft();
    const sum = 'publicare 10.01.2026 + 3 zile';
    serve(
      exampleDraft({
        article: { ...draft.article, title: 'Se schimbă din 13 ianuarie 2026 și din 2026-01-14' },
        rule_reasons: [
          { field: 'in_force_date', value: '2026-01-13', rule: 'three_days', detail: sum },
        ],
      }),
    );
    renderDesk();
    await screen.findByRole('textbox', { name: 'Title' });
    expect(screen.getByText(`13 ianuarie 2026: a counted day, ${sum}`)).toBeVisible();
    expect(screen.getByText('2026-01-14: not in the source')).toBeVisible();
  });

  test('says why each value is as it is, and leads to the words of the act', async () => {
    const user = userEvent.setup();
    const start = exampleSource.indexOf('1 ianuarie 2026');
    serve(
      exampleDraft({
        rule_reasons: [
          { field: 'topic', value: 'inchirieri', rule: 'keyword', detail: 'chiri' },
          {
            field: 'in_force_date',
            value: '2026-01-01',
            rule: 'force_clause',
            quote: '1 ianuarie 2026',
            place: { start, end: start + 15 },
          },
        ],
      }),
    );
    renderDesk();
    await user.click(await screen.findByText('Why the draft has these values'));
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['In force from', 'Topic']);
    const [day, topic] = screen.getAllByRole('definition');
    expect(topic).toHaveTextContent('Renting outwords in the act: “chiri…”');
    expect(day).toHaveTextContent('1 January 2026a clause of the act');
    await user.click(
      screen.getByRole('button', { name: '1 ianuarie 2026, show the place in the source' }),
    );
    const mark = await screen.findByText('1 ianuarie 2026', { selector: 'mark' });
    await waitFor(() => expect(mark).toHaveFocus());
  });

  test('shows before and after, what was not applied and why, and which text is missing', async () => {
    const user = userEvent.setup();
    const act = (number: string) => ({
      type: 'LEGE',
      number,
      year: 2000,
      citation: `Legea nr. ${number}/2000`,
    });
    const listed = { kind: 'not_understood', source: 'pct. 2', difference: [], is_cut: false };
    const changed = {
      ...listed,
      kind: 'modify',
      provision: 'art. 3',
      difference: [
        { kind: 'removed', text: '16%' },
        { kind: 'added', text: '10%' },
      ],
    };
    serve(exampleDraft(), {
      '/desk/drafts/chirii/amendments': {
        body: [
          {
            act: act('1'),
            form_date: '2025-01-01',
            found: 2,
            applied: 1,
            amendments: [changed, { ...listed, problem: 'no such table', text: 'Tabelul.' }],
          },
          { act: act('2'), found: 4, applied: 0, amendments: [] },
        ],
      },
    });
    renderDesk();
    await user.click(await screen.findByRole('button', { name: 'Before and after' }));
    const pane = screen.getByRole('region', { name: 'Before and after' });
    expect(await within(pane).findByText('art. 3')).toBeVisible();
    expect(within(pane).getByRole('insertion')).toHaveTextContent('10%');
    expect(within(pane).getByRole('status')).toHaveTextContent(
      'Operations: 2. Applied: 1. To read in the text: 1.',
    );
    expect(within(pane).getByText('no such table')).toBeVisible();
    expect(within(pane).getByText('Legea nr. 2/2000: 4 operations')).toBeVisible();
  });
});
