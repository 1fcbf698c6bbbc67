import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Condition } from '../../../api/conditions.ts';
import type { Draft, FieldProblem } from '../../../api/desk.ts';
import { exampleParts, exampleReading } from '../../../test/example-conditions.ts';
import { exampleDraft } from '../../../test/example-draft.ts';
import { fakeServer, sent } from '../../../test/fake-server.ts';
import { showSession } from '../../../test/fake-session.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { DeskScreen } from '../desk-screen.tsx';

const element = <DeskScreen Preview={() => null} />;
const at = '/app?screen=desk&draft=chirii';
const text = (ro: string, en: string) => ({ ro, en });
const reason = { yes: text('fiindcă', 'because'), no: text('nu', 'no') };

function draftWith(more: Partial<Draft['article']>, changes: Partial<Draft> = {}): Draft {
  const draft = exampleDraft(changes);
  return { ...draft, article: { ...draft.article, ...more } };
}

/** A server that saves what is sent, unless `refuse` names broken fields. */
function serve(
  draft: Draft,
  refuse: FieldProblem[] = [],
  more: Parameters<typeof fakeServer>[0] = {},
) {
  let version = 1;
  fakeServer({
    ...more,
    '/topics': { body: [] },
    '/desk/conditions': (_, { method, body }) => {
      if (method === 'GET') return { body: exampleParts };
      if (JSON.stringify(body.condition).match(/\{\}|\[\]/)) {
        return { status: 400, body: { code: 'invalid', field: 'condition' } };
      }
      return { body: exampleReading(body.condition) };
    },
    '/desk/drafts/chirii': (_, { method, body }) => {
      if (method === 'GET') return { body: draft };
      if (refuse.length > 0) {
        return { status: 400, body: { code: 'invalid', error: 'x', problems: refuse } };
      }
      version += 1;
      return { body: { ...draft, article: body.article, version: `v${version}` } };
    },
  });
}

/** A figure of the law as the server lists it. */
const figure = (id: string, unit: string) => ({
  id,
  topic: 'fiscalitate',
  name: id,
  unit,
  current: { value: '5', text: '5 of it', act: '', source: '', official: true },
  values: [],
});

/** The article that was saved last. */
async function saved() {
  await screen.findByText('Saved');
  return sent.findLast((it) => it.method === 'POST' && it.path === '/desk/drafts/chirii')?.body
    .article;
}

async function region() {
  return within(await screen.findByRole('group', { name: 'Which readers it concerns' }));
}

describe('the conditions of an article', () => {
  beforeEach(() => showSession({ isEditor: true }));

  test('are built by choosing, and saved as the server reads them', async () => {
    const user = userEvent.setup();
    serve(draftWith({}));
    renderApp({ at, element });
    const area = await region();
    expect(area.getByText(/^The article has no conditions/)).toBeVisible();
    await user.click(area.getByRole('button', { name: 'Set conditions' }));
    await user.selectOptions(await area.findByLabelText('Part 1'), 'you have a company');
    await user.click(area.getByRole('button', { name: 'Add a part' }));
    await waitFor(() => expect(area.getByLabelText('Part 2')).toHaveFocus());
    await user.selectOptions(area.getByLabelText('Part 2'), 'vat?');
    await user.click(area.getByRole('checkbox', { name: 'Quarterly' }));
    await user.click(area.getByRole('checkbox', { name: 'Monthly' }));
    await user.click(area.getByRole('button', { name: 'Add a part' }));
    await user.selectOptions(area.getByLabelText('Part 3'), 'turnover?');
    await user.selectOptions(area.getByLabelText('The number is'), 'more than');
    const amount = area.getByLabelText('Number');
    await user.clear(amount);
    await user.type(amount, '100000');
    await user.selectOptions(area.getByLabelText('Currency'), 'euro');
    const condition = {
      all: [
        { rule: 'is_company' },
        { fact: 'vat', in: ['monthly', 'quarterly'] },
        { fact: 'turnover', more_than: 100000, unit: 'EUR' },
      ],
    };
    const words = JSON.stringify(condition);
    expect(await area.findByText(`Concerns you if ${words}.`)).toBeVisible();
    expect(area.getByText('Of 2 made-up readers: yes for 1, maybe for 0, no for 1')).toBeVisible();
    await user.click(area.getByRole('button', { name: 'Take the words of the condition' }));
    await user.click(area.getByRole('checkbox', { name: /^The reader may choose/ }));
    const event = within(area.getByRole('group', { name: 'Only when this happens (optional)' }));
    await user.type(event.getByLabelText('English'), 'Only when you sell.');
    expect((await saved()).concerns).toEqual({
      condition,
      reason: exampleReading(condition).reason,
      optional: true,
      event: text('', 'Only when you sell.'),
    });
  });

  test('compare with a figure of the law, which is chosen and keeps its day', async () => {
    const user = userEvent.setup();
    const dated = { figure: 'vat-cash-ceiling', on: '2027-01-01' };
    serve(
      draftWith({ concerns: { condition: { fact: 'turnover', more_than: dated }, reason } }),
      [],
      {
        '/figures': { body: [figure('vat-cash-ceiling', 'lei'), figure('staff', 'employees')] },
      },
    );
    renderApp({ at, element });
    const area = await region();
    await user.selectOptions(await area.findByLabelText('The number is'), 'at least');
    expect((await saved()).concerns.condition).toEqual({ fact: 'turnover', at_least: dated });
    expect(area.queryByLabelText('Number')).toBeNull();
    expect(area.queryByLabelText('Currency')).toBeNull();
    const choice = area.getByLabelText('Threshold');
    const names = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['a number typed here', 'vat-cash-ceiling: 5 of it']);
    await user.selectOptions(choice, 'a number typed here');
    await user.type(area.getByLabelText('Number'), '7');
    await user.selectOptions(choice, 'vat-cash-ceiling: 5 of it');
    await waitFor(async () =>
      expect((await saved()).concerns.condition).toEqual({
        fact: 'turnover',
        at_least: { figure: 'vat-cash-ceiling' },
      }),
    );
  });

  test('nest to a bound, and lose a part without losing the place', async () => {
    const user = userEvent.setup();
    const condition: Condition = { all: [{ rule: 'is_company' }, { fact: 'farms', is: true }] };
    serve(draftWith({ concerns: { condition, reason } }));
    renderApp({ at, element });
    const area = await region();
    await user.selectOptions(await area.findByLabelText('Part 2'), 'Several parts together');
    const inner = within(area.getByRole('group', { name: 'Part 2' }));
    await user.selectOptions(inner.getByLabelText('Has to be true'), 'none of these');
    await user.selectOptions(inner.getByLabelText('Part 2.1'), 'Several parts together');
    const innermost = within(inner.getByRole('group', { name: 'Part 2.1' }));
    const options = within(innermost.getByLabelText('Part 2.1.1')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).not.toContain('Several parts together');
    await user.click(area.getByRole('button', { name: 'Remove part 1' }));
    expect(area.getAllByRole('button', { name: 'Add a part' }).at(-1)).toHaveFocus();
    expect((await saved()).concerns.condition).toEqual({
      all: [{ not: { any: [{ any: [{ fact: 'farms', is: true }] }] } }],
    });
  });

  test('are kept where the desk cannot show a part', async () => {
    const user = userEvent.setup();
    const other: Condition = { fact: 'other', is: true };
    serve(draftWith({ concerns: { condition: { any: [other, { rule: 'is_company' }] }, reason } }));
    renderApp({ at, element });
    const area = await region();
    expect(await area.findByText(/^The desk cannot change this part/)).toBeVisible();
    expect(await area.findByText(`Concerns you if ${JSON.stringify(other)}.`)).toBeVisible();
    await user.selectOptions(area.getByLabelText('Part 2'), 'farms?');
    await user.click(area.getByRole('radio', { name: 'No' }));
    expect((await saved()).concerns.condition).toEqual({
      any: [other, { fact: 'farms', is: false }],
    });
  });

  test('say which answer a source does not make certain, when, and what to verify', async () => {
    const user = userEvent.setup();
    const leaning = { certain: false, uncertain_side: 'no', missing: text('x', 'y') };
    const condition: Condition = { fact: 'farms', is: true, ...leaning };
    serve(draftWith({ concerns: { condition, reason } }));
    renderApp({ at, element });
    const area = await region();
    const side = await area.findByLabelText('Not certain is');
    expect(side).toHaveDisplayValue('“no”');
    await user.selectOptions(side, '“yes”');
    await user.click(area.getByRole('radio', { name: 'No' }));
    await user.click(area.getByRole('checkbox', { name: /^Part 1 is uncertain for some/ }));
    await user.click(area.getAllByRole('button', { name: 'Add a part' })[0] as HTMLElement);
    await user.selectOptions(area.getByLabelText('Part 1/1'), 'you have a company');
    expect((await saved()).concerns.condition).toEqual({
      ...{ fact: 'farms', is: false, certain: false, uncertain_side: 'yes' },
      missing: text('x', 'y'),
      uncertain_when: { all: [{ rule: 'is_company' }, {}] },
    });
    await user.click(area.getByRole('checkbox', { name: /^An answer of part 1 is not certain/ }));
    await waitFor(async () =>
      expect((await saved()).concerns.condition).toEqual({ fact: 'farms', is: false }),
    );
  });

  test('have words for a no that fit some readers better', async () => {
    const user = userEvent.setup();
    const condition = { rule: 'is_company' };
    const kept = { condition: { fact: 'farms', is: true }, ...text('ai o fermă', 'you farm') };
    serve(draftWith({ concerns: { condition, reason: { ...reason, no_when: [kept] } } }));
    renderApp({ at, element });
    const area = await region();
    await user.click(await area.findByRole('button', { name: 'Add words for a no' }));
    const second = within(area.getByRole('group', { name: 'Better words for a no, 2' }));
    await user.selectOptions(second.getByLabelText('Part 1'), 'you have a company');
    await user.type(second.getByLabelText('English'), 'no');
    await user.click(area.getByRole('button', { name: 'Remove the words 1' }));
    await waitFor(async () =>
      expect((await saved()).concerns.reason).toEqual({
        ...reason,
        no_when: [{ condition: { rule: 'is_company' }, ro: '', en: 'no' }],
      }),
    );
  });

  test('show what the server refuses at its part', async () => {
    const user = userEvent.setup();
    serve(draftWith({ concerns: { condition: { rule: 'is_company' }, reason } }), [
      { field: 'concerns.condition.all[1]', code: 'condition', message: 'write one of all; docs' },
      { field: 'concerns.reason.no.en', code: 'required', message: 'is empty; docs' },
      { field: 'concerns.reason.yes.en', code: 'too_long', max: 1000, message: 'has 1001; docs' },
      { field: 'steps[0].condition', code: 'condition', message: 'write one of all; docs' },
      { field: 'act.year', code: 'out_of_range', min: 1864, max: 2100, message: 'is 1800' },
    ]);
    renderApp({ at, element });
    const area = await region();
    await user.click(await area.findByRole('button', { name: 'Add a part' }));
    const part = within(area.getByRole('group', { name: 'Part 2' }));
    expect(await part.findByText(/^Choose what this part is about/)).toBeVisible();
    const no = within(area.getByRole('group', { name: 'Reason for a no' }));
    expect(no.getByLabelText('English')).toHaveAccessibleDescription('Fill in this field.');
    const yes = within(area.getByRole('group', { name: 'Reason for a yes' }));
    expect(yes.getByLabelText('English')).toHaveAccessibleDescription(
      'Write at most 1,000 characters.',
    );
    expect(screen.getByText('Readers of step 1: not complete')).toBeVisible();
    expect(screen.getAllByText(/not on this page/).map((it) => it.textContent)).toEqual([
      'act.year (not on this page): Use a value from 1864 to 2100.',
    ]);
  });

  test('are suggested by the roles, and only taken over by the editor', async () => {
    const user = userEvent.setup();
    const concerns = { condition: { rule: 'is_company' }, reason };
    const steps = [{ at: 0, condition: { fact: 'farms', is: true } }];
    serve(exampleDraft({ suggestion: { concerns, steps } }));
    renderApp({ at, element });
    const suggestion = await screen.findByRole('region', { name: /^Suggestion/ });
    expect(await within(suggestion).findByText(/^Concerns you if .*is_company/)).toBeVisible();
    await user.click(screen.getByText('Readers of step 1: a suggestion waits'));
    const [ofStep] = screen.getAllByRole('button', { name: 'Take it over' });
    if (ofStep) await user.click(ofStep);
    const article = await saved();
    expect(article.steps[0].condition).toEqual({ fact: 'farms', is: true });
    expect(article.concerns).toBeUndefined();
    expect(screen.getByText('Readers of step 1: its own condition')).toBeVisible();
    await user.click(within(suggestion).getByRole('button', { name: 'Hide the suggestion' }));
    expect(screen.queryByRole('region', { name: /^Suggestion/ })).toBeNull();
  });

  test('can be taken over, and removed', async () => {
    const user = userEvent.setup();
    const concerns = { condition: { rule: 'is_company' }, reason };
    serve(exampleDraft({ suggestion: { concerns } }));
    renderApp({ at, element });
    const area = await region();
    await user.click(await area.findByRole('button', { name: 'Take it over' }));
    expect((await saved()).concerns).toEqual(concerns);
    await user.click(area.getByRole('button', { name: 'Remove the conditions' }));
    await waitFor(async () => expect((await saved()).concerns).toBeUndefined());
  });

  test('of a scheduled draft are only shown', async () => {
    const condition = { rule: 'is_company' };
    serve(draftWith({ concerns: { condition, reason } }, { state: 'scheduled' }));
    renderApp({ at, element });
    const area = await region();
    expect(await area.findByText(/^Concerns you if .*is_company/)).toBeVisible();
    expect(area.queryByRole('button')).toBeNull();
    expect(area.getByRole('checkbox', { name: /^The reader may choose/ })).toBeDisabled();
  });
});
