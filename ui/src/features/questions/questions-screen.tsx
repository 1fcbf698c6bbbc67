import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { concernQueries } from '../../api/concerns.ts';
import { roleIds } from '../../hooks/role-answers.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { BeginWithRole } from './begin-with-role.tsx';
import { QuestionStep } from './question-step.tsx';
import { ReaderList } from './reader-list.tsx';

/** Questions about the reader, one at a time, and the list that the answers make. */
export function QuestionsScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const [params] = useSearchParams();
  const at = params.get('at');
  const role = roleIds.find((id) => id === params.get('role'));
  const { answered } = useConcerns('chosen');
  const {
    data: questions,
    fetchStatus,
    isError,
    refetch,
  } = useQuery(concernQueries.questions(language));
  const first = questions?.[0];
  if (!questions || !first) {
    if (fetchStatus === 'paused') return <OfflineNotice />;
    if (!isError) return <CardSkeletons />;
    return (
      <FailureNotice
        title={t(($) => $.questions.failed)}
        text={t(($) => $.questions.answers_kept)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (at === 'list') return <ReaderList questions={questions} />;
  if (role) return <BeginWithRole role={role} questions={questions} />;
  const question = questions.find(({ id }) => id === at);
  if (question) return <QuestionStep key={question.id} questions={questions} question={question} />;
  // The page keeps its height until the next render.
  return (
    <>
      <CardSkeletons />
      {answered ? (
        <Navigate replace to={to.questions('list')} />
      ) : (
        <Navigate replace to={to.questions(first.id)} state={{ run: 1 }} />
      )}
    </>
  );
}
