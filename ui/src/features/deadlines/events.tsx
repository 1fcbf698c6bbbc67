import { useTranslation } from 'react-i18next';
import type { Duty } from '../../api/types.ts';
import type { Undated } from '../../hooks/undated.ts';
import { EventRow } from '../../parts/event-row.tsx';
import { EventRows, eventsAtFirst } from '../../parts/event-rows.tsx';
import { DutyFacts } from './duty-facts.tsx';

interface EventsProps {
  duties: Undated;
  /** The month has days, which come first: the rest is folded away. */
  folded: boolean;
  /** The id of the one that is open at first. */
  opened?: string | undefined;
}

/** What follows from an event of the reader's, then what has no fixed day. */
export function Events({ duties: { events, others }, folded, opened }: EventsProps) {
  const { t } = useTranslation();
  const section = (title: string, some: Duty[]) => {
    const rows = some.map((duty) => (
      <li key={duty.id}>
        <EventRow duty={duty} opened={duty.id === opened}>
          <DutyFacts duty={duty} withWho />
        </EventRow>
      </li>
    ));
    const isAsked = some.some(({ id }) => id === opened);
    const first = isAsked ? rows.length : folded ? 0 : eventsAtFirst;
    return rows.length > 0 && <EventRows title={title} rows={rows} first={first} />;
  };
  return (
    <>
      {section(
        t(($) => $.dates.if_it_happens),
        events,
      )}
      {section(
        t(($) => $.dates.without_day),
        others,
      )}
    </>
  );
}
