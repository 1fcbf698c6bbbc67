import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Question } from '../../api/types.ts';
import { useDeviceAnswers } from '../../hooks/device-answers.ts';
import { eraseAnswers } from '../../hooks/erase-answers.ts';
import type { QuestionLocationState } from '../../hooks/question-state.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './reader-list.module.css';
import { useAnswerWords } from './use-answer-words.ts';

interface AnswerListProps {
  questions: Question[];
  /** Ids of facts that do not apply to the reader. */
  without: readonly string[];
}

/** What the reader answered, to be changed or erased. */
export function AnswerList({ questions, without }: AnswerListProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const words = useAnswerWords();
  const { facts, skipped } = useDeviceAnswers();
  const shown = questions.filter(
    ({ id }) => (id in facts || skipped.includes(id)) && !without.includes(id),
  );
  if (Object.keys(facts).length + skipped.length === 0) return null;
  const state: QuestionLocationState = { back: true };
  return (
    <section aria-labelledby="list-answers" data-print="hide">
      <h2 id="list-answers">{t(($) => $.questions.answers)}</h2>
      <p>{t(($) => $.questions.kept_here)}</p>
      <dl className={styles.answers}>
        {shown.map((question) => (
          <div key={question.id}>
            <dt>{question.question}</dt>
            <dd>
              {words(question, facts[question.id])}{' '}
              <Link to={to.questions(question.id)} state={state}>
                {t(($) => $.questions.change)}
                <span className="visually-hidden">
                  {t(($) => $.questions.change_of, { question: question.question })}
                </span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <Erase />
    </section>
  );
}

/** Erases all answers, after a second press. */
function Erase() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  function erase() {
    eraseAnswers(client);
    showToast(t(($) => $.questions.erased));
  }
  if (!isAsked) {
    return <Button onClick={() => setAsked(true)}>{t(($) => $.questions.erase)}</Button>;
  }
  return (
    <div className={styles.erase} role="alert">
      <p>{t(($) => $.questions.erase_sure)}</p>
      <Button variant="danger" onClick={erase}>
        {t(($) => $.questions.erase_yes)}
      </Button>
      <Button variant="plain" onClick={() => setAsked(false)}>
        {t(($) => $.questions.erase_no)}
      </Button>
    </div>
  );
}
