import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type Condition,
  type ConditionParts,
  type ConditionReading,
  conditionQueries,
} from '../../../api/conditions.ts';
import { useSession } from '../../../api/session.ts';
import { useSettled } from '../../../hooks/use-settled.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

function useUid(): string {
  const session = useSession();
  return session.status === 'signed_in' ? session.reader.uid : '';
}

/** The questions and rules that conditions are built from; `undefined` until they are loaded. */
export function useConditionParts(): ConditionParts | undefined {
  return useQuery(conditionQueries.parts(useUid(), useLanguage())).data;
}

/** What a condition says; `undefined` while it is not complete, or not read yet. */
export function useReading(condition: Condition): ConditionReading | undefined {
  const settled = useSettled(condition);
  const query = useQuery({
    ...conditionQueries.reading(useUid(), settled),
    placeholderData: keepPreviousData,
  });
  return query.isError ? undefined : query.data;
}
