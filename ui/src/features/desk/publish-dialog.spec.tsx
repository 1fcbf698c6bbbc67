import { cleanup, screen, within } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { Draft } from '../../api/desk.ts';
import { exampleDraft } from '../../test/example-draft.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { PublishDialog } from './publish-dialog.tsx';

const condition = { fact: 'subject', is: 'srl' };

async function dialogOf(draft: Draft) {
  fakeServer({});
  renderApp({
    element: (
      <PublishDialog draft={draft} opener={createRef()} onClose={() => {}} onPublished={() => {}} />
    ),
  });
  return within(await screen.findByRole('dialog'));
}

test('says before publishing what has no conditions, and what readers then see', async () => {
  const dialog = await dialogOf(exampleDraft({ suggestion: { steps: [{ at: 0, condition }] } }));
  expect(dialog.getByText(/every reader sees “May concern you”/)).toBeVisible();
  expect(
    dialog.getByText(/^1 step with other roles has no condition\. There readers see/),
  ).toBeVisible();
});

test('says nothing of conditions that are there', async () => {
  const both = { ro: 'x', en: 'x' };
  const { article } = exampleDraft();
  const concerns = { condition, reason: { yes: both, no: both } };
  const dialog = await dialogOf(exampleDraft({ article: { ...article, concerns } }));
  expect(dialog.queryByText(/conditions?/)).toBeNull();
});

test('says what the checker compares, with findings and without', async () => {
  const finding = {
    id: 'f1',
    lang: 'ro' as const,
    field: 'simple_explanation',
    text: 'poți',
    offset: 0,
    code: 'modality' as const,
  };
  const held = await dialogOf(exampleDraft({ finding_list: [finding], findings: 1 }));
  expect(held.getByText(/^The checker compares figures, names, limits/)).toBeVisible();
  const name = /“poți”: the provision differs on what you may/;
  expect(held.getByRole('checkbox', { name })).toBeVisible();
  cleanup();
  const reason = { field: 'importance', value: '4', rule: 'model' as const };
  const explained = await dialogOf(exampleDraft({ rule_reasons: [reason] }));
  expect(explained.getByText(/It does not judge the sense: read the draft\.$/)).toBeVisible();
});

test('lists the sentences that were not checked', async () => {
  const sentence = { lang: 'ro' as const, field: 'in_short', text: 'Ai mai mult timp.', offset: 0 };
  const dialog = await dialogOf(exampleDraft({ unchecked: [sentence] }));
  const list = within(dialog.getByRole('region', { name: 'Not checked' }));
  expect(list.getByText('Ai mai mult timp.')).toHaveAttribute('lang', 'ro');
  expect(list.getByText(/^1 sentence was not checked: only its figures/)).toBeVisible();
});
