import { useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router';
import type { Question } from '../../api/types.ts';
import { isOpen } from '../../hooks/answer-shapes.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { hasRole, questionOfRole, type RoleId, roleChanges } from '../../hooks/role-answers.ts';
import { useAnswering } from '../../hooks/use-answering.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { Unreachable } from './unreachable.tsx';

/** Writes the answer that the reader came with, and goes on to the question about it, else to the one that decides most. */
export function BeginWithRole({ role, questions }: { role: RoleId; questions: Question[] }) {
  const to = useAppPaths();
  const { profiles, chosen } = useProfiles();
  const { facts } = chosen;
  const { answer } = useAnswering(chosen);
  const concerns = useConcerns('chosen');
  const isKnown = profiles !== undefined;
  const isWritten = hasRole(facts, role);
  const write = useEffectEvent(() => {
    for (const [fact, given] of roleChanges(facts, role, true)) answer(fact, given);
  });
  useEffect(() => {
    if (isKnown && !isWritten) write();
  }, [isKnown, isWritten]);
  const { report, isBehind, failed, offline } = concerns;
  if (isWritten && report && !isBehind) {
    const own = questionOfRole(role);
    const isOwnAsked =
      questions.some(({ id }) => id === own) &&
      isOpen(facts[own]) &&
      !report.not_applicable.includes(own);
    const next = isOwnAsked ? own : report.next_question;
    if (next === null) return <Navigate replace to={to.questions('list')} />;
    return <Navigate replace to={to.questions(next)} state={{ run: 1 }} />;
  }
  return failed || offline ? <Unreachable concerns={concerns} /> : <CardSkeletons />;
}
