import type { DateLine } from './date-lines.ts';
import type { DoneSteps } from './device-steps.ts';
import { useTick } from './done-steps.ts';

/** What is ticked off as one. */
export type Ticked = Pick<DateLine, 'ticks'>;

/** Whether a line is ticked off: in the name of any of its sources. */
export function isLineDone({ ticks }: Ticked, done: DoneSteps | undefined): boolean {
  return ticks.some(({ of, id }) => done?.[of]?.includes(id) ?? false);
}

/** Ticks a line off, or takes its ticks back, for all its sources. */
export function useLineTick(): (line: Ticked, isDone: boolean) => void {
  const tick = useTick();
  return ({ ticks }, isDone) => {
    for (const { of, id } of ticks) tick(of, id, isDone);
  };
}
