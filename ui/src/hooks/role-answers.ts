import type { FactAnswer, ManyAnswer } from '../api/answers.ts';
import { manyOf, withOption } from './answer-shapes.ts';

export const roleIds = ['rent', 'firm', 'pfa', 'land', 'home'] as const;

/** A role that a reader chooses with one press. */
export type RoleId = (typeof roleIds)[number];

/** What a role says of the reader, and no more. */
interface RoleAnswers {
  subject?: string;
  /** One option of a question; of the others nothing is known. */
  option?: readonly [fact: string, option: string];
  flag?: string;
  /** The question that is about the role. */
  first: string;
}

const answersOf: Record<RoleId, RoleAnswers> = {
  rent: { subject: 'person', option: ['situations', 'lets_property'], first: 'letting' },
  firm: { subject: 'srl', first: 'vat' },
  pfa: { subject: 'self_employed', first: 'vat' },
  // As a person, PFA or firm: the next question asks.
  land: { flag: 'farms', first: 'farm' },
  home: { subject: 'person', option: ['owns', 'home'], first: 'owns' },
};

/** The question that is about a role. */
export const questionOfRole = (role: RoleId): string => answersOf[role].first;

type Facts = Readonly<Record<string, FactAnswer>>;
type Given = FactAnswer | undefined;

/** Whether the answers have what the role says. */
export function hasRole(facts: Facts, role: RoleId): boolean {
  const { subject, option, flag } = answersOf[role];
  if (subject !== undefined && facts.subject !== subject) return false;
  if (flag !== undefined && facts[flag] !== true) return false;
  return option === undefined || (manyOf(facts[option[0]])?.yes.includes(option[1]) ?? false);
}

function withRoleOption(answer: FactAnswer | undefined, option: string, on: boolean) {
  const isOpen = answer === undefined || manyOf(answer)?.open === true;
  const next = withOption(answer, 'yes', option, on);
  const many = manyOf(next);
  if (!isOpen || !many) return next;
  return { yes: many.yes, unsure: many.unsure, open: true } satisfies ManyAnswer;
}

/** What a role says of the reader, or takes back: the facts to answer, `undefined` for none. */
export function roleChanges(facts: Facts, role: RoleId, on: boolean): Array<[string, Given]> {
  const { subject, option, flag } = answersOf[role];
  const changes: Array<[string, Given]> = [];
  if (option) changes.push([option[0], withRoleOption(facts[option[0]], option[1], on)]);
  if (flag) changes.push([flag, on || undefined]);
  if (subject === undefined) return changes;
  const after = { ...facts };
  for (const [fact, answer] of changes) {
    if (answer === undefined) delete after[fact];
    else after[fact] = answer;
  }
  const isNeeded = roleIds.some(
    (other) => answersOf[other].subject === subject && hasRole(after, other),
  );
  if (on) changes.push(['subject', subject]);
  else if (!isNeeded || !option) changes.push(['subject', undefined]);
  return changes;
}
