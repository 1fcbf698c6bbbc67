import { monthOfDay } from '../api/plain-dates.ts';
import type { DoneSteps } from './device-steps.ts';
import { isLineDone } from './done-lines.ts';
import type { Due } from './dues.ts';

/** What is left of a month, as the headings of Home and of Deadlines count it. */
interface MonthLeft {
  /** Everything that is ahead and not ticked off. */
  all: Due[];
  certain: Due[];
  /** How many are the reader's to choose. */
  choices: number;
  /** How many are due only if something happens, or if an answer is yes. */
  possible: number;
  /** Whether a question decides one of the possible. */
  asks: boolean;
}

/* No question helps where no source says, the reader does not know, or the rate of the euro is still open. */
const unasked = /^(source$|eur_rate$|unsure:)/;

const isAsked = ({ concern }: Due) => concern?.missing.some((name) => !unasked.test(name)) ?? false;

/** What is left of the dues of a month; of a month that has passed, all that was not done. */
export function leftOf(
  dues: Due[],
  month: string,
  today: string,
  done: DoneSteps | undefined,
): MonthLeft {
  const isPast = month < monthOfDay(today);
  const all = dues.filter((due) => (isPast || due.date >= today) && !isLineDone(due, done));
  const of = (kind: Due['kind']) => all.filter((due) => due.kind === kind);
  const maybe = of('maybe');
  return {
    all,
    certain: of('certain'),
    choices: of('choice').length,
    possible: of('event').length + maybe.length,
    asks: maybe.some(isAsked),
  };
}
