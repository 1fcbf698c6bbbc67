import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '../../api/desk.ts';
import { exampleDraft, exampleSource } from '../../test/example-draft.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DeskScreen } from './desk-screen.tsx';

const element = <DeskScreen Preview={({ article }) => <p>{`Preview of ${article.title}`}</p>} />;
const at = '/app?screen=desk&draft=chirii';
const topics = [{ id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' }, articles: 1 }];

/** A server with this draft; saving answers with what was sent. */
function serve(draft: Draft = exampleDraft(), more: Parameters<typeof fakeServer>[0] = {}) {
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

const posts = (path: string) =>
  sent.filter((it) => it.method === 'POST' && it.path === path).map(({ body }) => body);

describe('the desk', () => {
  beforeEach(() => showSession({ isEditor: true }));

  test('is for editors', async () => {
    showSession({ isEditor: false });
    const asked = serve();
    renderApp({ at, element });
    expect(await screen.findByText('This page is for editors')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('lists the drafts with their reasons, and filters them', async () => {
    const user = userEvent.setup();
    const other = exampleDraft({
      slug: 'salarii',
      title: 'Salariul minim crește',
      state: 'rejected',
      reasons: ['findings', 'imported'],
    });
    serve(exampleDraft(), {
      '/desk/drafts': { body: { drafts: [exampleDraft(), other], total: 700 } },
    });
    renderApp({ at: '/app?screen=desk', element });
    await screen.findByRole('link', { name: 'Chiriile se impozitează cu 10%' });
    const reason = screen.getByText('From an official source', { selector: 'li' });
    expect(reason).toBeVisible();
    expect(screen.getByText('1 draft The last 2 of 700 are shown.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(screen.getByRole('link', { name: 'Salariul minim crește' })).toHaveAttribute(
      'href',
      '/app?screen=desk&draft=salarii',
    );
    await user.type(screen.getByRole('searchbox'), 'CREȘTE minim');
    expect(screen.queryByRole('link', { name: 'Chiriile se impozitează cu 10%' })).toBeNull();
    await user.type(screen.getByRole('searchbox'), ' nimic');
    expect(screen.getByText(/^No draft matches the filters/)).toBeVisible();
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
    renderApp({ at, element });
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

  test('saves what is typed, and says so in words', async () => {
    const user = userEvent.setup();
    serve();
    renderApp({ at, element });
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Alt titlu');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    expect(await screen.findByText('Saved')).toBeVisible();
    const [saved] = posts('/desk/drafts/chirii');
    expect(saved).toMatchObject({ version: 'v1', article: { title: 'Alt titlu' } });
    expect(saved.article.domains).toEqual(['chirii']);
  });

  test('links each figure to its place in the source', async () => {
    const user = userEvent.setup();
    serve();
    renderApp({ at, element });
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
    renderApp({ at, element });
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
    renderApp({ at, element });
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

  test('shows findings beside their field, and publishes only when each is confirmed', async () => {
    const user = userEvent.setup();
    const finding = {
      id: 'f1',
      lang: 'ro' as const,
      field: 'simple_explanation',
      text: '16%',
      offset: 30,
      code: 'not_in_act' as const,
    };
    serve(exampleDraft({ finding_list: [finding], findings: 1 }));
    renderApp({ at, element });
    const area = await screen.findByRole('textbox', { name: 'In plain words' });
    expect(area).toHaveAccessibleDescription(/“16%” is not in the archived act/);
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    expect(dialog.getByText('Some findings are not confirmed.')).toBeVisible();
    expect(posts('/desk/drafts/chirii/publish')).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: '“16%” is not in the archived act.' }));
    await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('The article is published.')).toBeVisible();
    expect(posts('/desk/drafts/chirii/publish')).toEqual([{ version: 'v1', confirmed: ['f1'] }]);
  });

  test('schedules a publication for a time in Bucharest', async () => {
    const user = userEvent.setup();
    const scheduled_for = '2099-07-01T05:30:00Z';
    serve(exampleDraft(), {
      '/desk/drafts/chirii/publish': { body: { status: 'draft', scheduled_for } },
    });
    renderApp({ at, element });
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'At a time' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.getByText(/^Choose a day and time in the future/)).toBeVisible();
    const soon = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await user.type(dialog.getByLabelText('Day and time (Bucharest)'), `${soon}T08:30`);
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(/^The article will be published /)).toBeVisible();
    expect(posts('/desk/drafts/chirii/publish')[0].at).toMatch(/T0[56]:30:00\.000Z$/);
  });

  test('rejects with a reason', async () => {
    const user = userEvent.setup();
    serve();
    renderApp({ at, element });
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Write why.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Nu privește cititorii.');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('The draft is rejected')).toBeVisible();
    expect(posts('/desk/drafts/chirii/reject')).toEqual([{ reason: 'Nu privește cititorii.' }]);
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAttribute('readonly');
  });

  test('shows two texts of two editors, and saves the chosen one', async () => {
    const user = userEvent.setup();
    const draft = exampleDraft();
    const theirs = exampleDraft({
      version: 'v7',
      saved: { by: 'Dan', at: '2026-01-10T08:05:00Z' },
      article: {
        ...draft.article,
        title: 'Titlul lui Dan',
        technical_summary: 'Rezumatul lui Dan.',
      },
    });
    let saves = 0;
    serve(draft, {
      '/desk/drafts/chirii': (_, { method, body }) => {
        if (method === 'GET') return { body: draft };
        saves += 1;
        if (saves > 1) return { body: { ...theirs, article: body.article, version: 'v8' } };
        return { status: 409, body: { code: 'changed_meanwhile', error: 'x', current: theirs } };
      },
    });
    renderApp({ at, element });
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Titlul meu');
    expect(await screen.findByText('Dan saved another text meanwhile')).toBeVisible();
    const group = within(screen.getByRole('group', { name: 'Title (Romanian)' }));
    expect(group.getByRole('radio', { name: /^Your text/ })).toBeChecked();
    await user.click(group.getByRole('radio', { name: /^The other text/ }));
    await user.click(screen.getByRole('button', { name: 'Save what I chose' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    const merged = posts('/desk/drafts/chirii')[1];
    expect(merged.version).toBe('v7');
    expect(merged.article).toMatchObject({
      title: 'Titlul lui Dan',
      technical_summary: 'Rezumatul lui Dan.',
    });
  });

  test('previews the saved text in both languages', async () => {
    const user = userEvent.setup();
    serve(exampleDraft(), {
      '/desk/drafts/chirii/preview': (url) => ({
        body: { title: `in ${url.searchParams.get('lang')}` },
      }),
    });
    renderApp({ at, element });
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Preview of in ro')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByText('Preview of in en')).toBeVisible();
  });
});
