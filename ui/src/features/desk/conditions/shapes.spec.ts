import { describe, expect, test } from 'vitest';
import type { Condition } from '../../../api/conditions.ts';
import { exampleParts } from '../../../test/example-conditions.ts';
import { groupOf, kindOf, newTest, ofGroup, ofOptions, ofRoot, pathsOf, rootOf } from './shapes.ts';

const company: Condition = { rule: 'is_company' };
const leaning = { certain: false, uncertain_side: 'yes', missing: { ro: 'x', en: 'x' } };
const farms: Condition = { fact: 'farms', is: true };

describe('the shapes of a condition', () => {
  test('a group is written as it was read', () => {
    for (const condition of [
      { all: [company, farms] },
      { any: [company] },
      { not: company },
      { not: { all: [company, farms] } },
      { not: { any: [company, farms] } },
      { not: { any: [{ any: [company] }] } },
    ] satisfies Condition[]) {
      const group = groupOf(condition);
      expect(group && ofGroup(group)).toEqual(condition);
    }
    expect(groupOf(company)).toBeUndefined();
  });

  test('a condition of one part has no group around it', () => {
    expect(rootOf(company)).toEqual({ kind: 'all', parts: [company] });
    expect(ofRoot({ kind: 'all', parts: [company] })).toEqual(company);
    expect(ofRoot({ kind: 'none', parts: [company] })).toEqual({ not: company });
    const nested = { kind: 'all' as const, parts: [{ any: [company] }] };
    expect(rootOf(ofRoot(nested))).toEqual(nested);
  });

  test('the paths of parts are those of the server', () => {
    expect(pathsOf({ all: [company, farms] }, 'c')).toEqual(['c.all[0]', 'c.all[1]']);
    expect(pathsOf({ not: company }, 'c')).toEqual(['c.not']);
    expect(pathsOf({ not: { any: [company, farms] } }, 'c')).toEqual([
      'c.not.any[0]',
      'c.not.any[1]',
    ]);
    expect(pathsOf(company, 'c')).toEqual(['c']);
  });

  test('what the desk does not know stays as it is', () => {
    const kind = (condition: Condition, depth = 1) => kindOf(condition, exampleParts, depth);
    expect(kind({})).toBe('empty');
    expect(kind(company)).toBe('rule');
    expect(kind({ fact: 'vat', in: ['no', 'monthly'] })).toBe('fact');
    expect(kind({ fact: 'vat', in: [] })).toBe('fact');
    expect(kind({ fact: 'turnover', more_than: 5, unit: 'EUR' })).toBe('fact');
    expect(kind({ fact: 'turnover', more_than: { figure: 'vat-cash-ceiling' } })).toBe('fact');
    expect(kind({ unknown: { ro: '', en: '' } })).toBe('unknown');
    expect(kind({ all: [company] }, 2)).toBe('group');
    expect(kind({ ...farms, ...leaning })).toBe('fact');
    expect(kind({ all: [company], ...leaning })).toBe('group');
    for (const fixed of [
      { rule: 'other' },
      { fact: 'other', is: 'x' },
      { fact: 'vat', in: ['other'] },
      { fact: 'turnover', at_least: 1, at_most: 2 },
      { fact: 'farms', is: true, certain: false },
      { all: [company], certain: false },
      { fact: 'other', is: 'x', ...leaning },
    ] satisfies Condition[]) {
      expect(kind(fixed)).toBe('fixed');
    }
    expect(kind({ all: [company] }, 3)).toBe('fixed');
  });

  test('tests of facts begin with nothing chosen', () => {
    const [vat, , turnover, employees] = exampleParts.questions;
    if (!vat || !turnover || !employees) throw new Error('no questions');
    expect(newTest(vat)).toEqual({ fact: 'vat', in: [] });
    expect(newTest(turnover)).toEqual({ fact: 'turnover', at_least: 400001 });
    expect(newTest(employees)).toEqual({ fact: 'employees', at_least: 1 });
    expect(ofOptions('vat', ['no'])).toEqual({ fact: 'vat', is: 'no' });
    expect(ofOptions('vat', ['no', 'monthly'])).toEqual({ fact: 'vat', in: ['no', 'monthly'] });
  });
});
