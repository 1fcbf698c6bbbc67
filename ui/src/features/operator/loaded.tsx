import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  isEmpty?: (data: Data) => boolean;
  /** The title of an empty list. */
  empty?: string;
  children: (data: Data) => ReactNode;
}

/** What a call returned, or that it loads, failed or has nothing. */
export function Loaded<Data>({ query, isEmpty, empty, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  const { data } = query;
  if (data === undefined) {
    if (!query.isError) return <CardSkeletons />;
    return <FailureNotice title={t(($) => $.operator.failed)} onRetry={() => query.refetch()} />;
  }
  if (empty && isEmpty?.(data)) return <EmptyState icon={Inbox} title={empty} />;
  return children(data);
}
