import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../api/answers.ts';
import type { Due } from '../../hooks/dues.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type CalendarDay, CalendarMenu } from '../../parts/calendar-menu.tsx';
import { DecidingQuestion } from '../../parts/deciding-question.tsx';
import { FollowDeadline } from '../../parts/follow-deadline.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { useConcernWords } from '../../parts/use-concern-words.ts';
import { paths } from '../../paths.ts';
import styles from './due-details.module.css';
import { detailsId, nameOf } from './due-label.tsx';
import { DutyFacts } from './duty-facts.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { Tick } from './tick.tsx';

interface DueDetailsProps {
  due: Due;
  today: string;
  canTick: boolean;
  /** Ids of facts that do not apply, and of options that are not offered. */
  without: readonly string[];
  /** The profiles that the answers are of, at the places that they name. */
  profiles: readonly Profile[];
  /** What to verify that the page says once, for several labels. */
  saidOnce: ReadonlySet<string>;
  /** Nothing is folded away, as on paper. */
  isWhole: boolean;
  onAnswer: () => void;
}

/** What a label opens: why it is the reader's, what to do, by which law, and what to do with it. */
export function DueDetails({ due, today, canTick, isWhole, ...asks }: DueDetailsProps) {
  const { duties, deadlines, concern, kind } = due;
  const name = nameOf(due);
  return (
    <section id={detailsId(due)} aria-label={name} className={styles.details}>
      {canTick && concern && <Why due={due} {...asks} />}
      {duties.map((duty) => (
        <DutyFacts
          key={duty.id}
          duty={duty}
          isNamed={duties.length > 1}
          withWho={!canTick || !concern}
          isWhole={isWhole}
        />
      ))}
      {deadlines
        .filter(({ slug }) => !duties.some(({ articles }) => articles.some((a) => a.slug === slug)))
        .map((deadline) => (
          <EntryFacts key={deadline.id} deadline={deadline} withEvent={!canTick || !concern} />
        ))}
      <div className={styles.tools} data-print="hide">
        {canTick && kind !== 'maybe' && <Tick due={due} name={name} />}
        {due.date >= today && <Keep due={due} />}
      </div>
    </section>
  );
}

/** Whether it is the reader's, or the question that decides. */
type WhyProps = Pick<DueDetailsProps, 'due' | 'without' | 'profiles' | 'saidOnce' | 'onAnswer'>;

function Why({ due, without, profiles, saidOnce, onAnswer }: WhyProps) {
  const words = useConcernWords();
  const language = useLanguage();
  if (!due.concern) return null;
  const { verify, ...concern } = due.concern;
  const isSaid = verify && saidOnce.has(verify[language]);
  const { verdict, notes, exception } = words(isSaid ? concern : due.concern);
  const isMaybe = due.concern.answer === 'maybe';
  return (
    <div className={styles.why}>
      <p>{[verdict, ...notes].join(' ')}</p>
      {isMaybe && (
        <DecidingQuestion
          missing={due.concern.missing}
          bands={due.concern.bands}
          profile={profiles[due.concern.profile ?? 0]}
          without={without}
          onAnswer={onAnswer}
        />
      )}
      {exception && <p>{exception}</p>}
    </div>
  );
}

/** Puts the day into a calendar, or follows it. */
function Keep({ due }: { due: Due }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { duties } = due;
  const day = calendarDay(due, language);
  if (!day) return null;
  const button = (
    <button
      type="button"
      className={styles.tool}
      aria-label={t(($) => $.deadlines.calendar_of, { what: day.title })}
    >
      <CalendarPlus aria-hidden="true" />
      {t(($) => $.deadlines.calendar)}
    </button>
  );
  return (
    <>
      <CalendarMenu day={day} trigger={button} />
      {duties.length === 0 && <FollowDeadline id={day.id} title={day.title} />}
      {due.from && (
        <p>{t(($) => $.article.term_counted, { date: formatDate(due.from, language) })}</p>
      )}
    </>
  );
}

function calendarDay(due: Due, language: 'ro' | 'en'): CalendarDay | undefined {
  const { date, duties, deadlines, from } = due;
  const [duty] = duties;
  const [entry] = deadlines;
  if (duty && from) {
    return { id: `duty.${duty.id}`, date, title: duty.title, text: duty.what, isOwn: true };
  }
  const day = duty?.days.find((one) => one.date === date);
  if (duty && day) return { id: day.id, date, title: duty.title, text: duty.what };
  if (!entry) return undefined;
  const text = paths.sharedArticle(window.location.origin, entry.slug, language);
  return { id: entry.id, date, title: sentenceCase(entry.what), text };
}
