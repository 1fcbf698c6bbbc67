import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { posts, renderDesk, serve } from '../../test/example-desk.tsx';
import { exampleDraft } from '../../test/example-draft.ts';
import { showSession } from '../../test/fake-session.ts';

describe('the desk', () => {
  beforeEach(() => showSession({ isEditor: true }));

  test('is for editors', async () => {
    showSession({ isEditor: false });
    const asked = serve();
    renderDesk();
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
    renderDesk('/app?screen=desk');
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

  test('a draft that is gone is a page with a title', async () => {
    serve(exampleDraft(), {
      '/desk/drafts/chirii': { status: 404, body: { code: 'not_found', error: 'x' } },
    });
    renderDesk();
    const name = 'The draft is no longer here';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  });

  test('saves what is typed, and says so in words', async () => {
    serve();
    renderDesk();
    // In one event: a busy machine can type so slowly that a part is saved.
    const title = await screen.findByRole('textbox', { name: 'Title' });
    fireEvent.change(title, { target: { value: 'Alt titlu' } });
    expect(screen.getByText('Not saved yet')).toBeVisible();
    expect(await screen.findByText('Saved')).toBeVisible();
    const [saved] = posts('/desk/drafts/chirii');
    expect(saved).toMatchObject({ version: 'v1', article: { title: 'Alt titlu' } });
    expect(saved.article.domains).toEqual(['chirii']);
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
    renderDesk();
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
    renderDesk();
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
    renderDesk();
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
    renderDesk();
    const title = await screen.findByRole('textbox', { name: 'Title' });
    fireEvent.change(title, { target: { value: 'Titlul meu' } });
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
    renderDesk();
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Preview of in ro')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByText('Preview of in en')).toBeVisible();
  });
});
