import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { concernQueries } from '../../api/concerns.ts';
import type { ConcernReport, Question } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AnswerHere } from '../../parts/answer-here.tsx';
import styles from './ask-box.module.css';

interface AskBoxProps {
  report: ConcernReport;
  /** Another report is on its way. */
  isBehind: boolean;
}

/** The one question that decides most, answered in place; the next one follows. */
export function AskBox({ report, isBehind }: AskBoxProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const box = useRef<HTMLElement>(null);
  const { data: questions = [] } = useQuery(concernQueries.questions(useLanguage()));
  const question = questions.find(({ id }) => id === report.next_question);
  if (!question) return null;
  const others = openQuestions(report, questions).filter((id) => id !== question.id).length;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.box}
      aria-labelledby="ask-title ask-question"
      aria-busy={isBehind}
      data-print="hide"
    >
      <h2 id="ask-title" className={styles.title}>
        <CircleQuestionMark aria-hidden="true" />
        {t(($) => $.concerns.maybe)}
      </h2>
      <h3 id="ask-question" className={styles.question}>
        {question.question}
      </h3>
      <p className={styles.help}>{question.help}</p>
      <AnswerHere
        question={question}
        without={report.not_applicable}
        onAnswer={() => box.current?.focus()}
      />
      {others > 0 && (
        <p className={styles.more}>
          <Link to={to.questions('list')}>
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
