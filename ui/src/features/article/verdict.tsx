import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConcernAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DecidingQuestion } from '../../parts/deciding-question.tsx';
import { useConcernWords } from '../../parts/use-concern-words.ts';
import { verdictIcons } from '../../parts/verdict-mark.tsx';
import { classes } from '../../ui/classes.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './verdict.module.css';

/** Whether an article concerns the reader, by the reader's answers. */
export function Verdict({ concerns, concern }: VerdictProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const strip = useRef<HTMLElement>(null);
  if (!concerns.answered) return null;
  const kind = concern?.answer;
  const profile = concerns.profiles[concern?.profile ?? 0];
  const Icon = kind && verdictIcons[kind];
  return (
    <section
      ref={strip}
      tabIndex={-1}
      className={classes('verdict', kind && styles[kind])}
      aria-label={t(($) => $.concerns.title)}
      aria-busy={concerns.isAwaited}
    >
      {Icon && <Icon aria-hidden="true" />}
      <div className={styles.words} role="status">
        {concern ? <Words concern={concern} /> : <Unknown concerns={concerns} />}
        {concern?.profile !== undefined && profile && (
          <p>
            {t(($) => $.concerns[kind === 'no' ? 'no_of_profiles' : 'of_profile'], {
              name: profile.name,
            })}
          </p>
        )}
      </div>
      {concern?.answer === 'maybe' && (
        <DecidingQuestion
          className={styles.foot}
          missing={concern.missing}
          bands={concern.bands}
          profile={profile}
          without={concerns.report?.not_applicable ?? []}
          onAnswer={() => strip.current?.focus()}
        />
      )}
      {concern && <Exception concern={concern} />}
      {concern?.answer === 'no' && (
        <Foot>
          <Link to={to.questions('list')}>{t(($) => $.concerns.change)}</Link>
        </Foot>
      )}
      <AsOf concerns={concerns} />
    </section>
  );
}

/** Leads a reader without answers to the questions. Above the title, it would push the answer off a phone's screen. */
export function ToQuestions({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  if (concerns.answered) return null;
  return (
    <p className="verdict-ask" data-print="hide">
      <Link to={to.questions()}>{t(($) => $.concerns.ask)}</Link>
    </p>
  );
}

interface VerdictProps {
  concerns: Concerns;
  concern: ConcernAnswer | undefined;
}

function Words({ concern }: { concern: ConcernAnswer }) {
  const { verdict, notes } = useConcernWords()(concern);
  return (
    <>
      <p className={styles.verdict}>{verdict}</p>
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
    </>
  );
}

/* After the answers: before them, it would read as one. */
function Exception({ concern }: { concern: ConcernAnswer }) {
  const { exception } = useConcernWords()(concern);
  return exception ? (
    <p className={styles.foot}>
      <KeptWords text={exception} />
    </p>
  ) : null;
}

/* Nothing is known of an article that was published after the report. */
function Unknown({ concerns: { isAwaited } }: { concerns: Concerns }) {
  const { t } = useTranslation();
  return <p>{isAwaited ? t(($) => $.concerns.loading) : t(($) => $.concerns.failed)}</p>;
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <div className={styles.foot} data-print="hide">
      {children}
    </div>
  );
}

/** The day of an answer that could not be checked today. */
function AsOf({ concerns: { report, failed, offline } }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!report || !(failed || offline)) return null;
  const date = formatDate(report.today, language);
  return <Foot>{t(($) => $.concerns.as_of, { date })}</Foot>;
}
