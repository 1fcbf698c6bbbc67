import type { ReactNode } from 'react';
import { CardSkeletons } from './card-skeletons.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  /** The title where the call failed. */
  failed: string;
  /** What is shown before; without it, cards. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a call returned, or that it is under way or failed. */
export function Loaded<Data>({ query, failed, waiting, children }: LoadedProps<Data>) {
  const { data } = query;
  if (data !== undefined) return children(data);
  if (!query.isError) return waiting ?? <CardSkeletons />;
  return <FailureNotice title={failed} onRetry={() => query.refetch()} />;
}
