import type { ConditionParts, ConditionReading } from '../api/conditions.ts';
import { exampleQuestion } from './example-concerns.ts';

/** Questions and rules for the tests. */
export const exampleParts: ConditionParts = {
  rules: [{ id: 'is_company', words: 'you have a company' }],
  questions: [
    exampleQuestion({
      id: 'vat',
      type: 'one_of',
      options: [
        { id: 'no', label: 'No', statement: 'No' },
        { id: 'monthly', label: 'Monthly', statement: 'Monthly' },
        { id: 'quarterly', label: 'Quarterly', statement: 'Quarterly' },
      ],
    }),
    exampleQuestion({ id: 'farms' }),
    exampleQuestion({
      id: 'turnover',
      type: 'number',
      money: true,
      unit: 'lei a year',
      bands: [{ to: 400000 }, { from: 400000.01 }],
    }),
    exampleQuestion({
      id: 'employees',
      type: 'number',
      unit: 'employees',
      bands: [{ to: 0 }, { from: 1 }],
    }),
  ],
};

/** What the server says about a condition: its JSON as words. */
export function exampleReading(condition: unknown): ConditionReading {
  const words = JSON.stringify(condition);
  const both = (text: string) => ({ ro: text, en: text });
  return {
    words: both(words),
    reason: { yes: both(`because ${words}`), no: both(`not ${words}`) },
    readers: [
      { name: both('A firm'), answer: 'yes' },
      { name: both('A person'), answer: 'no' },
    ],
  };
}
