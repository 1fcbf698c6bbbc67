import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FactAnswer, Profile } from '../api/answers.ts';
import type { Question } from '../api/types.ts';
import { unsure } from '../hooks/answer-shapes.ts';
import { chosenProfile } from '../hooks/chosen-profile.ts';
import type { QuestionLocationState } from '../hooks/question-state.ts';
import { useProfiles } from '../hooks/reader-profiles.ts';
import { useAnswering } from '../hooks/use-answering.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { Chip } from '../ui/chip.tsx';
import styles from './answer-here.module.css';
import { useBandLabel } from './use-band-label.ts';

interface AnswerHereProps {
  question: Question;
  /** Ids of facts that do not apply, and of options that are not offered. */
  without: readonly string[];
  /** The profile that the question is about; the chosen one without it. */
  profile?: Profile | undefined;
  onAnswer: () => void;
}

/** The answers of a question, to choose in place; one with many answers leads to its screen. */
export function AnswerHere({ question, without, onAnswer, ...of }: AnswerHereProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const options = useOptions(question, without);
  const { chosen } = useProfiles();
  const profile = of.profile ?? chosen;
  const { answer: give } = useAnswering(profile);
  const given = JSON.stringify(profile.facts[question.id]);
  if (options.length === 0) {
    const state: QuestionLocationState = { back: true };
    return (
      <Link
        to={to.questions(question.id)}
        state={state}
        className={styles.lead}
        onClick={() => chosenProfile.choose(profile.id)}
      >
        {t(($) => $.concerns.answer_question)}
      </Link>
    );
  }
  function answer(value: FactAnswer) {
    give(question.id, value);
    // The buttons may be about to go.
    onAnswer();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that answer at once, not fields of a form
    <div role="group" aria-label={question.question} className={styles.answers}>
      {[...options, { value: unsure, label: t(($) => $.concerns.answer_unsure) }].map(
        ({ value, label }) => (
          <Chip key={label} chosen={given === JSON.stringify(value)} onChoose={() => answer(value)}>
            {label}
          </Chip>
        ),
      )}
    </div>
  );
}

/* What can be answered with one press. */
function useOptions(question: Question, without: readonly string[]) {
  const { t } = useTranslation();
  const { id, type, options, bands, money } = question;
  const bandLabel = useBandLabel(money);
  switch (type) {
    case 'bool':
      return [
        { value: true, label: t(($) => $.concerns.answer_yes) },
        { value: false, label: t(($) => $.concerns.answer_no) },
      ];
    case 'one_of':
      return options
        .filter((option) => !without.includes(`${id}.${option.id}`))
        .map((option) => ({ value: option.id, label: option.label }));
    case 'number':
      return bands.map((band) => ({ value: band, label: bandLabel(band) }));
    default:
      return [];
  }
}
