import type { FactAnswer, ManyAnswer } from '../api/answers.ts';
import { manyOf, withOption } from './answer-shapes.ts';
import { deviceAnswers } from './device-answers.ts';

export const roleIds = ['rent', 'firm', 'pfa', 'land', 'home'] as const;

/** A role that a reader chooses with one press. */
export type RoleId = (typeof roleIds)[number];

/** What a role says of the reader, and no more. */
interface RoleAnswers {
  subject?: string;
  /** One option of a question; of the others nothing is known. */
  option?: readonly [fact: string, option: string];
  flag?: string;
}

const answersOf: Record<RoleId, RoleAnswers> = {
  rent: { subject: 'person', option: ['situations', 'lets_property'] },
  firm: { subject: 'srl' },
  pfa: { subject: 'self_employed' },
  // As a person, PFA or firm: the next question asks.
  land: { flag: 'farms' },
  home: { subject: 'person', option: ['owns', 'home'] },
};

type Facts = Readonly<Record<string, FactAnswer>>;

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

/** Writes what a role says into the answers on this device, or takes it back. */
export function setRole(role: RoleId, on: boolean): void {
  const { subject, option, flag } = answersOf[role];
  const { facts } = deviceAnswers.get();
  if (option) deviceAnswers.set(option[0], withRoleOption(facts[option[0]], option[1], on));
  if (flag) deviceAnswers.set(flag, on || undefined);
  if (subject === undefined) return;
  const isNeeded = roleIds.some(
    (other) => answersOf[other].subject === subject && hasRole(deviceAnswers.get().facts, other),
  );
  if (on) deviceAnswers.set('subject', subject);
  else if (!isNeeded || !option) deviceAnswers.set('subject', undefined);
}
