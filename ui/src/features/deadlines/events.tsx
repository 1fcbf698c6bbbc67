import { useTranslation } from 'react-i18next';
import type { Duty } from '../../api/types.ts';
import { EventRow } from '../../parts/event-row.tsx';
import { isByEvent } from './due.ts';
import { DutyFacts } from './duty-facts.tsx';
import { EventRows, few } from './event-rows.tsx';

interface EventsProps {
  duties: Duty[];
  /** The month has days, which come first: the rest is folded away. */
  folded: boolean;
  /** The id of the one that is open at first. */
  opened?: string | undefined;
}

/** What follows from an event of the reader's, then what has its day set each year. */
export function Events({ duties, folded, opened }: EventsProps) {
  const { t } = useTranslation();
  if (duties.length === 0) return null;
  const events = duties.filter(isByEvent);
  const rows = [...events, ...duties.filter((duty) => !isByEvent(duty))].map((duty) => (
    <li key={duty.id}>
      <EventRow duty={duty} opened={duty.id === opened}>
        <DutyFacts duty={duty} withWho />
      </EventRow>
    </li>
  ));
  const title = t(($) => $.deadlines[events.length > 0 ? 'if_it_happens' : 'by_event']);
  const isAsked = duties.some(({ id }) => id === opened);
  return <EventRows title={title} rows={rows} first={isAsked ? rows.length : folded ? 0 : few} />;
}
