import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Band, Profile } from '../api/answers.ts';
import { concernQueries } from '../api/concerns.ts';
import type { Question } from '../api/types.ts';
import { isSameBand } from '../hooks/answer-shapes.ts';
import { chosenProfile } from '../hooks/chosen-profile.ts';
import type { QuestionLocationState } from '../hooks/question-state.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { AnswerHere } from './answer-here.tsx';

interface DecidingQuestionProps {
  /** What a maybe lacks, as a report names it. */
  missing: string[];
  /** The bands that decide, where they are fewer than those of the question. */
  bands?: Readonly<Record<string, Band[]>> | undefined;
  /** Ids of facts that do not apply, and of options that are not offered. */
  without: readonly string[];
  /** The profile that lacks it; the chosen one without it. */
  profile?: Profile | undefined;
  onAnswer: () => void;
  className?: string | undefined;
}

/* A side of the threshold that decides here leaves open where the number lies for all else. */
function sidesOf({ bands }: Question, sides: Band[] | undefined): Band[] {
  const isOwn = (side: Band) => bands.some((band) => isSameBand(band, side));
  return sides?.map((side) => (isOwn(side) ? side : { ...side, open: true })) ?? bands;
}

/** The question that decides a maybe, answered here; one that wants an exact number leads to its screen. */
export function DecidingQuestion({
  missing,
  bands = {},
  without,
  profile,
  onAnswer,
  className,
}: DecidingQuestionProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { data: questions } = useQuery(concernQueries.questions(useLanguage()));
  const found = questions?.find(({ id }) => missing.includes(id));
  const question = found && { ...found, bands: sidesOf(found, bands[found.id]) };
  if (question) {
    return (
      <div className={className} data-print="hide">
        <AnswerHere question={question} without={without} profile={profile} onAnswer={onAnswer} />
      </div>
    );
  }
  const exact = questions?.find(({ id }) => missing.includes(`${id}:exact`));
  if (!exact) return null;
  const state: QuestionLocationState = { back: true };
  return (
    <div className={className} data-print="hide">
      <Link
        to={to.questions(exact.id)}
        state={state}
        onClick={() => profile && chosenProfile.choose(profile.id)}
      >
        {t(($) => $.concerns.answer_question)}
      </Link>
    </div>
  );
}
