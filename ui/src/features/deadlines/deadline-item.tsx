import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Deadline, ShiftReason } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { FollowDeadline } from '../../parts/follow-deadline.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import { paths } from '../../paths.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { CalendarButton } from './calendar-button.tsx';
import styles from './deadline-item.module.css';

interface DeadlineItemProps {
  deadline: Deadline;
  today: string;
}

/** A deadline of an article: what, for whom, by which act, and why on this day. */
export function DeadlineItem({ deadline, today }: DeadlineItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const roleName = useRoleName();
  const { date, kind, what, who, roles, act_citation, rule, slug } = deadline;
  const whom = who ?? roles.map(roleName).join(', ');
  const title = sentenceCase(what);
  return (
    <div className={styles.item}>
      <p className={styles.kind}>
        {t(($) => $.dates[date < today ? (`${kind}_past` as const) : kind])}
      </p>
      <h3 className={styles.what}>
        <Link to={to.article(slug)}>
          <KeptWords text={title} />
        </Link>
      </h3>
      <p className={styles.facts}>
        {whom && <span>{sentenceCase(whom)}</span>}
        {act_citation && (
          <span>
            <KeptWords text={act_citation} />
          </span>
        )}
        {rule && <span>{rule}</span>}
      </p>
      {deadline.moved_from && (
        <p className={styles.moved}>
          {t(($) => $.deadlines.moved_from, {
            date: formatDate(deadline.moved_from ?? '', language),
          })}
        </p>
      )}
      <Reason day={deadline} />
      {kind === 'due' && !deadline.working_day && (
        <p className={styles.reason}>{t(($) => $.deadlines.non_working)}</p>
      )}
      <div className={styles.tools} data-print="hide">
        {date >= today && kind === 'due' && <TimeLeft date={date} today={today} />}
        {date >= today && <FollowDeadline id={deadline.id} title={title} />}
        {date >= today && (
          <CalendarButton
            day={{
              id: deadline.id,
              date,
              title,
              text: paths.sharedArticle(window.location.origin, slug, language),
            }}
          />
        )}
      </div>
    </div>
  );
}

interface ReasonProps {
  day: { nominal?: string; shift_reason?: ShiftReason };
}

/** Why a day is not the one that its rule names. */
export function Reason({ day: { nominal, shift_reason } }: ReasonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!nominal || !shift_reason) return null;
  const day = sentenceCase(formatDate(nominal, language));
  return <p className={styles.reason}>{t(($) => $.deadlines[shift_reason], { day })}</p>;
}
