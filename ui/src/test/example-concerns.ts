import type { ConcernAnswer, ConcernReport, Question } from '../api/types.ts';

/** A question for the tests. */
export function exampleQuestion(changes: Partial<Question> & { id: string }): Question {
  return {
    type: 'bool',
    question: `${changes.id}?`,
    help: `About ${changes.id}.`,
    money: false,
    bands: [],
    options: [],
    sensitive: false,
    special_category: false,
    ...changes,
  };
}

/** Some questions, of each kind. */
export const exampleQuestions: Question[] = [
  exampleQuestion({
    id: 'subject',
    type: 'one_of',
    question: 'Who is this profile for?',
    options: [
      { id: 'person', label: 'Myself', statement: 'you are a private person' },
      { id: 'srl', label: 'A company', statement: 'you have a company' },
    ],
  }),
  exampleQuestion({ id: 'farms', asked_with: 'subject', question: 'Is it also a farm?' }),
  exampleQuestion({
    id: 'owns',
    type: 'many_of',
    question: 'What do you own?',
    options: [
      { id: 'home', label: 'A home', statement: 'you own a home' },
      { id: 'car', label: 'A car', statement: 'you own a car' },
      { id: 'poles', label: 'Poles', statement: 'you own poles' },
    ],
  }),
  exampleQuestion({
    id: 'employees',
    type: 'number',
    question: 'How many employees do you have?',
    unit: 'employees',
    bands: [{ from: 0, to: 0 }, { from: 1, to: 2 }, { from: 3 }],
  }),
  exampleQuestion({
    id: 'disability',
    type: 'many_of',
    question: 'Does anyone have a certificate?',
    special_category: true,
    options: [{ id: 'child', label: 'A child', statement: 'you have a child with a certificate' }],
  }),
];

const both = (text: string) => ({ ro: text, en: text });

/** An answer with its reason. */
export function concerned(
  answer: ConcernAnswer['answer'],
  reason: string,
  changes: Partial<ConcernAnswer> = {},
): ConcernAnswer {
  return { answer, certain: true, missing: [], reason: both(reason), ...changes };
}

/** A report for the tests. */
export function exampleReport(changes: Partial<ConcernReport> = {}): ConcernReport {
  return {
    today: '2026-11-26',
    until: '2027-11-26',
    duties: {},
    articles: {},
    dates: [],
    next_question: null,
    next_screen: [],
    not_applicable: [],
    ...changes,
  };
}
