import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DutyDay } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { FollowDeadline } from '../../parts/follow-deadline.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import { Folded } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { CalendarButton } from './calendar-button.tsx';
import styles from './deadline-item.module.css';
import { Reason } from './deadline-item.tsx';
import type { ReaderDuty } from './of-reader.ts';

interface DutyDayItemProps {
  duty: ReaderDuty;
  day: DutyDay;
  today: string;
}

/** A recurring duty on one of its days. */
export function DutyDayItem({ duty, day, today }: DutyDayItemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.item}>
      <p className={styles.kind}>
        {t(($) => $.dates.due)} · {t(($) => $.deadlines.recurring)}
      </p>
      <DutyText duty={duty} />
      <Reason day={day} />
      <DutyFacts duty={duty} />
      <div className={styles.tools} data-print="hide">
        <TimeLeft date={day.date} today={today} />
        <FollowDeadline id={day.id} title={duty.title} />
        <CalendarButton day={{ id: day.id, date: day.date, title: duty.title, text: duty.what }} />
      </div>
    </div>
  );
}

/** The name of a duty and the roles that have it. */
export function DutyText({ duty }: { duty: ReaderDuty }) {
  const roleName = useRoleName();
  return (
    <>
      <h3 className={styles.what}>
        <KeptWords text={duty.title} />
      </h3>
      <p className={styles.facts}>{duty.roles.map(roleName).join(', ')}</p>
      {duty.event && <p className={styles.reason}>{sentenceCase(duty.event)}</p>}
    </>
  );
}

/** What the duty is, who has it, its rule, its basis and its sources, folded away. */
export function DutyFacts({ duty }: { duty: ReaderDuty }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { rule, shift_rule, conditions, penalty, note, legal_basis, sources, articles } = duty;
  const facts = [
    [t(($) => $.deadlines.conditions), conditions],
    [t(($) => $.deadlines.rule), rule],
    [t(($) => $.deadlines.shift_rule), shift_rule],
    [t(($) => $.deadlines.penalty), penalty],
    [t(($) => $.deadlines.note), note],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  return (
    <Folded className={styles.facts} summary={t(($) => $.deadlines.details)}>
      <p>{duty.what}</p>
      <dl className={styles.list}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sentenceCase(text)}</dd>
          </div>
        ))}
        <div>
          <dt>{t(($) => $.deadlines.basis)}</dt>
          {legal_basis.map(({ act, provision }) => (
            <dd key={`${act} ${provision}`}>
              <KeptWords text={`${act}, ${provision}`} />
            </dd>
          ))}
        </div>
        {articles.length > 0 && (
          <div>
            <dt>{t(($) => $.deadlines.changed_by)}</dt>
            {articles.map(({ slug, title }) => (
              <dd key={slug}>
                <Link to={to.article(slug)}>{title}</Link>
              </dd>
            ))}
          </div>
        )}
        <div>
          <dt>{t(($) => $.deadlines.sources)}</dt>
          {sources.map(({ url, host }) => (
            <dd key={url}>
              <a href={url} rel="noopener nofollow">
                {host}
              </a>
            </dd>
          ))}
        </div>
      </dl>
      {duty.confidence !== 'high' && <p>{t(($) => $.deadlines.uncertain)}</p>}
    </Folded>
  );
}
