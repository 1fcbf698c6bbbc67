import { daysUntil } from '../../api/dated-entry.ts';
import { lastDayOf, monthOfDay, monthsAfter } from '../../api/plain-dates.ts';
import type { DoneSteps } from '../../hooks/device-steps.ts';
import { dueIn, type Sources } from '../../hooks/dues.ts';
import { leftOf } from '../../hooks/month-left.ts';
import { announcedIn, isOpen } from '../../hooks/undated.ts';

/** What Home's heading answers: does it concern the reader, and until when. */
export type HomeAnswer =
  | { kind: 'visitor' | 'unknown' }
  /** The server could not be asked; the report, if any, is of `of`. */
  | { kind: 'unchecked'; of?: string; next?: string }
  /** What is certain until the end of the next month. */
  | { kind: 'due'; count: number; forms: boolean; until: string; first: string; onFirst: number }
  /** Something to do in a month, such as `2026-12`, on a day that is announced. */
  | { kind: 'announced'; month: string; act: string; by: string }
  /** Nothing certain in a month. */
  | ({ kind: 'none'; month: string; next?: string } & Uncertain);

/** What keeps "nothing" from being certain. */
interface Uncertain {
  /** How many may be due: only if something happens, or if an answer is yes. */
  possible: number;
  /** Whether a question decides one of them. */
  asks: boolean;
  /** How many are the reader's to choose. */
  choices: number;
  /** Something without a day may be due. */
  open: boolean;
}

/* With fewer days left of a month, the heading speaks of the next one. */
const fewDays = 10;

interface Known {
  sources: Omit<Sources, 'month'>;
  done: DoneSteps | undefined;
  /** The next certain day after those of the two months. */
  next: string | undefined;
  /** Not everything could be loaded. */
  partly: boolean;
}

// docs/decisions/0336
/** The answer by the reader's answers. Nothing is said to be nothing while something may be due. */
export function homeAnswer({ sources, done, next, partly }: Known): HomeAnswer {
  const { today } = sources;
  const left = (month: string) => leftOf(dueIn({ ...sources, month }), month, today, done);
  const months = [monthOfDay(today), monthsAfter(today, 1)] as const;
  const [current, following] = [left(months[0]), left(months[1])];
  const soon = [...current.certain, ...following.certain];
  const [first, last] = [soon[0], soon.at(-1)];
  if (first && last) {
    const onFirst = soon.filter(({ date }) => date === first.date).length;
    const forms = soon.every(({ form }) => form !== null);
    return { kind: 'due', count: soon.length, forms, until: last.date, first: first.date, onFirst };
  }
  const isEnding = daysUntil(lastDayOf(months[0]), today) < fewDays;
  const announced = announcedIn({ ...sources, month: isEnding ? months[1] : months[0] });
  if (announced) return { kind: 'announced', ...announced };
  // The last days of a month are not passed over if only they have something.
  const isFollowing = isEnding && (current.all.length === 0 || following.all.length > 0);
  const [month, { possible, asks, choices }] = isFollowing
    ? [months[1], following]
    : [months[0], current];
  const open = isOpen({ ...sources, month }) || partly;
  return { kind: 'none', month, possible, asks, choices, open, ...(next && { next }) };
}
