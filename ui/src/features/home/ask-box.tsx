import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { concernQueries } from '../../api/concerns.ts';
import type { ConcernReport, Question } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AnswerHere } from '../../parts/answer-here.tsx';
import { classes } from '../../ui/classes.ts';
import { row } from '../../ui/layout.ts';
import { textLink } from '../../ui/text-button.tsx';
import styles from './ask-box.module.css';

interface AskBoxProps {
  report: ConcernReport;
  concerns: Concerns;
}

/** The one question that decides most, answered in place; the next one follows. */
export function AskBox({ report, concerns }: AskBoxProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const box = useRef<HTMLElement>(null);
  const { data: questions = [] } = useQuery(concernQueries.questions(useLanguage()));
  const question = questions.find(({ id }) => id === report.next_question);
  if (!question) return null;
  // The next question is that of the first profile.
  const [profile] = concerns.profiles;
  const others = openQuestions(report, questions).filter((id) => id !== question.id).length;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.box}
      aria-labelledby="ask-title ask-question"
      aria-busy={concerns.isAwaited}
      data-print="hide"
    >
      <h2 id="ask-title" className={classes(row(2), styles.title)}>
        <CircleQuestionMark aria-hidden="true" />
        {t(($) => $.concerns.maybe)}
      </h2>
      <h3 id="ask-question" className={styles.question}>
        {question.question}
      </h3>
      <p className={styles.help}>{question.help}</p>
      {profile && concerns.profiles.length > 1 && (
        <p className={styles.help}>{t(($) => $.concerns.for_profile, { name: profile.name })}</p>
      )}
      <AnswerHere
        question={question}
        profile={profile}
        without={report.not_applicable}
        onAnswer={() => box.current?.focus()}
      />
      {others > 0 && (
        <p className={styles.more}>
          <Link className={textLink} to={to.questions('list')}>
            {t(($) => $.concerns.more_questions, { count: others })}
          </Link>
        </p>
      )}
    </section>
  );
}

/* The questions that would decide something. */
function openQuestions({ duties, articles }: ConcernReport, known: Question[]): string[] {
  const answers = [...Object.values(duties), ...Object.values(articles)];
  const missing = new Set(answers.flatMap((answer) => answer.missing));
  return known.map(({ id }) => id).filter((id) => missing.has(id));
}
