import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FactAnswer } from '../../api/answers.ts';
import { concernQueries } from '../../api/concerns.ts';
import type { ConcernAnswer, Question } from '../../api/types.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import type { QuestionLocationState } from '../../hooks/question-state.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useConcernWords } from '../../parts/use-concern-words.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './verdict.module.css';

const icons = { yes: CircleCheck, no: CircleMinus, maybe: CircleQuestionMark };

/** Whether an article concerns the reader, by the answers on this device. */
export function Verdict({ concerns, concern }: VerdictProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const strip = useRef<HTMLElement>(null);
  if (!concerns.answered) return null;
  const kind = concern?.answer;
  const Icon = kind && icons[kind];
  return (
    <section
      ref={strip}
      tabIndex={-1}
      className={classes('verdict', kind && styles[kind])}
      aria-label={t(($) => $.concerns.title)}
      aria-busy={concerns.isBehind}
    >
      {Icon && <Icon aria-hidden="true" />}
      <div className={styles.words} role="status">
        {concern ? <Words concern={concern} /> : <Unknown concerns={concerns} />}
      </div>
      {concern?.answer === 'maybe' && (
        <Deciding missing={concern.missing} onAnswer={() => strip.current?.focus()} />
      )}
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

/* Nothing is known of an article that was published after the report. */
function Unknown({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const waits = !concerns.report && !concerns.failed && !concerns.offline;
  return <p>{waits ? t(($) => $.concerns.loading) : t(($) => $.concerns.failed)}</p>;
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <div className={styles.foot} data-print="hide">
      {children}
    </div>
  );
}

interface DecidingProps {
  missing: string[];
  onAnswer: () => void;
}

/** The question that decides: answered here if it is one of yes and no. */
function Deciding({ missing, onAnswer }: DecidingProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { data: questions } = useQuery(concernQueries.questions(useLanguage()));
  const wanted = missing.map((name) => name.replace(/:exact$/, ''));
  const question = questions?.find(({ id }) => wanted.includes(id));
  if (!question) return null;
  if (question.type === 'bool') return <YesOrNo question={question} onAnswer={onAnswer} />;
  const state: QuestionLocationState = { back: true };
  return (
    <Foot>
      <Link to={to.questions(question.id)} state={state}>
        {t(($) => $.concerns.answer_question)}
      </Link>
    </Foot>
  );
}

function YesOrNo({ question, onAnswer }: { question: Question; onAnswer: () => void }) {
  const { t } = useTranslation();
  function answer(value: FactAnswer) {
    deviceAnswers.set(question.id, value);
    // The buttons are about to go.
    onAnswer();
  }
  return (
    <Foot>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that answer at once, not fields of a form */}
      <div role="group" aria-label={question.question} className={styles.answers}>
        <Chip chosen={false} onChoose={() => answer(true)}>
          {t(($) => $.concerns.answer_yes)}
        </Chip>
        <Chip chosen={false} onChoose={() => answer(false)}>
          {t(($) => $.concerns.answer_no)}
        </Chip>
        <Chip chosen={false} onChoose={() => answer({ unsure: true })}>
          {t(($) => $.concerns.answer_unsure)}
        </Chip>
      </div>
    </Foot>
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
