import type { Duty } from '../api/types.ts';
import type { Sources } from './dues.ts';

type Known = Pick<Sources, 'duties' | 'report' | 'follows'>;
type Dated = Pick<Sources, 'duties' | 'report' | 'month'>;

/** What has no day of its own. */
export interface Undated {
  /** What follows from an event of the reader's. */
  events: Duty[];
  /** What is always to be done, or has its day set each time. */
  others: Duty[];
}

/** The duties of the reader that have no day, or those of all. */
export function undatedOf({ duties, report, follows }: Known): Undated {
  const isShown = (duty: Duty) => !report || isMine(duty, report) || follows(`duty.${duty.id}`);
  const undated = duties.filter((duty) => !duty.recurs && isShown(duty));
  const [events, others] = [undated.filter(isByEvent), undated.filter((d) => !isByEvent(d))];
  return { events, others };
}

/** A duty of the reader that falls in the month, on a day that an authority announces. */
export function announcedIn({ duties, report, month }: Dated) {
  const duty = duties.find(
    (one) => one.announced?.month === monthOf(month) && report && isMine(one, report),
  );
  return duty?.announced && { ...duty.announced, month };
}

/** Whether something without a day may still be due in the month, so that nothing is not certain. */
export function isOpen({ duties, report, month }: Dated): boolean {
  return duties.some(
    (duty) =>
      report !== undefined &&
      !duty.recurs &&
      !isByEvent(duty) &&
      (duty.announced?.month ?? monthOf(month)) === monthOf(month) &&
      (isMine(duty, report) || report.duties[duty.id]?.answer === 'maybe'),
  );
}

const monthOf = (month: string) => Number(month.slice(5));

const isByEvent = ({ event, within }: Duty) => Boolean(event || within);

function isMine({ id }: Duty, report: NonNullable<Known['report']>): boolean {
  const concern = report.duties[id];
  return concern?.answer === 'yes' && !concern.information;
}
