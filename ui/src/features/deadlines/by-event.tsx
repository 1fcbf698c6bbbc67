import { useTranslation } from 'react-i18next';
import styles from './agenda.module.css';
import itemStyles from './deadline-item.module.css';
import { DutyFacts, DutyText } from './duty-item.tsx';
import type { ReaderDuty } from './of-reader.ts';

/** The duties without a day. */
export function ByEvent({ duties }: { duties: ReaderDuty[] }) {
  const { t } = useTranslation();
  if (duties.length === 0) return null;
  return (
    <section aria-labelledby="by-event" className={styles.month}>
      <h2 id="by-event">{t(($) => $.deadlines.by_event)}</h2>
      <p>{t(($) => $.deadlines.by_event_text)}</p>
      <ul className={styles.items}>
        {duties.map((duty) => (
          <li key={duty.id}>
            <div className={itemStyles.item}>
              <DutyText duty={duty} />
              <DutyFacts duty={duty} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
