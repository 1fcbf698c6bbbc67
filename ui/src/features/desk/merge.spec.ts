import { describe, expect, test } from 'vitest';
import type { DraftArticle } from '../../api/desk.ts';
import { differences, firstChoice, merged } from './merge.ts';

const base: DraftArticle = {
  slug: 'a',
  title: 'Titlu',
  technical_summary: 'Rezumat.',
  simple_explanation: 'Explicație.',
  steps: [{ id: 'unu', text: 'Unu' }],
  deadlines: [{ what: 'Depune', date: '2026-05-25', kind: 'due' }],
  importance: 3,
  publish_date: '2026-01-10',
  topic: 'munca',
  domains: ['chirii'],
  translations: {
    en: {
      title: 'Title',
      technical_summary: 'Summary.',
      simple_explanation: 'Explanation.',
      implementation_key_points: ['One'],
    },
  },
};

describe('merging two texts', () => {
  test('what only one editor changed stays without a choice', () => {
    const mine = { ...base, title: 'Titlul meu' };
    const theirs = { ...base, technical_summary: 'Rezumatul lor.', domains: ['impozite'] };
    expect(differences(mine, theirs).map(({ id }) => id)).toEqual([
      'ro title',
      'ro technical_summary',
    ]);
    const result = merged(mine, theirs, (unit) => firstChoice(unit, base, mine));
    expect(result).toEqual({ ...theirs, title: 'Titlul meu' });
  });

  test('what both changed is chosen, and no side is lost before', () => {
    const mine = { ...base, title: 'Titlul meu' };
    const theirs = { ...base, title: 'Titlul lor' };
    const [unit] = differences(mine, theirs);
    expect(unit && firstChoice(unit, base, mine)).toBe('mine');
    expect(merged(mine, theirs, () => 'theirs').title).toBe('Titlul lor');
    expect(merged(mine, theirs, () => 'mine').title).toBe('Titlul meu');
  });

  test('steps are taken in all languages, so that their numbers agree', () => {
    const steps = [...(base.steps ?? []), { text: 'Doi' }];
    const english = base.translations?.en;
    if (!english) throw new Error('no translation');
    const en = { ...english, implementation_key_points: ['One', 'Two'] };
    const mine: DraftArticle = { ...base, steps, translations: { en } };
    const theirs = { ...base, steps: [{ id: 'unu', text: 'Altul' }] };
    const result = merged(mine, theirs, () => 'mine');
    expect(result.steps).toEqual(steps);
    expect(result.translations?.en?.implementation_key_points).toEqual(['One', 'Two']);
    expect(merged(mine, theirs, () => 'theirs').steps).toEqual(theirs.steps);
  });

  test('a translation that only one editor has stays', () => {
    const { translations: _, ...without } = base;
    const mine: DraftArticle = { ...base, title: 'Titlul meu' };
    const result = merged(mine, without as DraftArticle, () => 'mine');
    expect(result.translations?.en?.title).toBe('Title');
  });

  test('a condition that only one editor changed is neither lost nor overlooked', () => {
    const reason = { yes: { ro: 'fiindcă', en: 'because' }, no: { ro: 'nu', en: 'no' } };
    const concerns = { condition: { rule: 'farms' }, reason };
    const steps = [{ id: 'unu', text: 'Unu', condition: { rule: 'is_company' } }];
    const mine: DraftArticle = { ...base, steps, concerns };
    const theirs = { ...base, title: 'Titlul lor' };
    expect(differences(mine, theirs).map(({ id }) => id)).toEqual([
      'ro title',
      'steps',
      'concerns',
    ]);
    const result = merged(mine, theirs, (unit) => firstChoice(unit, base, mine));
    expect(result).toEqual({ ...theirs, steps, concerns });
    expect(merged(mine, theirs, () => 'theirs').concerns).toBeUndefined();
  });
});
