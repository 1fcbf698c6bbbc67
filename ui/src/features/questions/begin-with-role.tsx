import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useDeviceAnswers } from '../../hooks/device-answers.ts';
import { hasRole, type RoleId, setRole } from '../../hooks/role-answers.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { Unreachable } from './unreachable.tsx';

/** Writes the answer that the reader came with, and goes on to the question that decides most then. */
export function BeginWithRole({ role }: { role: RoleId }) {
  const to = useAppPaths();
  const { facts } = useDeviceAnswers();
  const concerns = useConcerns();
  const isWritten = hasRole(facts, role);
  useEffect(() => {
    if (!isWritten) setRole(role, true);
  }, [isWritten, role]);
  const { report, isBehind, failed, offline } = concerns;
  if (isWritten && report && !isBehind) {
    const next = report.next_question;
    if (next === null) return <Navigate replace to={to.questions('list')} />;
    return <Navigate replace to={to.questions(next)} state={{ run: 1 }} />;
  }
  return failed || offline ? <Unreachable concerns={concerns} /> : <CardSkeletons />;
}
