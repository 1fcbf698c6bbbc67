import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { removeProfiles } from '../../api/profiles.ts';
import type { Question } from '../../api/types.ts';
import { eraseAnswers, forgetReports } from '../../hooks/erase-answers.ts';
import type { QuestionLocationState } from '../../hooks/question-state.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { logFailure } from '../../log.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProfileNames } from './profile-chips.tsx';
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
  const isVisitor = useUid() === undefined;
  const { facts, skipped, id } = useProfiles().chosen;
  const shown = questions.filter(
    ({ id }) => (id in facts || skipped.includes(id)) && !without.includes(id),
  );
  const isEmpty = Object.keys(facts).length + skipped.length === 0;
  if (isEmpty && id === undefined) return null;
  const state: QuestionLocationState = { back: true };
  return (
    <section aria-labelledby="list-answers" data-print="hide">
      <h2 id="list-answers">{t(($) => $.questions.answers)}</h2>
      <p>{isVisitor ? t(($) => $.questions.kept_here) : t(($) => $.concerns.kept_account)}</p>
      <ProfileNames />
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
      {/* The second press erases the profile of the first. */}
      <Erase key={id} />
    </section>
  );
}

/** Erases a visitor's answers, or the chosen profile, after a second press. */
function Erase() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const uid = useUid();
  const { id, name } = useProfiles().chosen;
  const [isAsked, setAsked] = useState(false);

  async function eraseProfile(of: string, profile: string) {
    try {
      await removeProfiles(client, of, profile);
    } catch (error) {
      logFailure('The profile was not removed.', error);
      showToast(t(($) => $.concerns.not_saved));
      return;
    }
    forgetReports(client, of);
    setAsked(false);
    showToast(t(($) => $.questions.erased));
  }
  function erase() {
    if (uid !== undefined) {
      if (id !== undefined) void eraseProfile(uid, id);
      return;
    }
    eraseAnswers(client);
    showToast(t(($) => $.questions.erased));
  }
  if (!isAsked) {
    return (
      <Button onClick={() => setAsked(true)}>
        {uid === undefined
          ? t(($) => $.questions.erase)
          : t(($) => $.questions.erase_profile, { name })}
      </Button>
    );
  }
  return (
    <div className={styles.erase} role="alert">
      <p>
        {uid === undefined
          ? t(($) => $.questions.erase_sure)
          : t(($) => $.questions.erase_profile_sure, { name })}
      </p>
      <Button variant="danger" onClick={erase}>
        {t(($) => $.questions.erase_yes)}
      </Button>
      <Button variant="plain" onClick={() => setAsked(false)}>
        {t(($) => $.questions.erase_no)}
      </Button>
    </div>
  );
}
