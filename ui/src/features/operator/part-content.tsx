import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface PartContentProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  isEmpty?: (data: Data) => boolean;
  /** The title of an empty list. */
  empty?: string;
  children: (data: Data) => ReactNode;
}

/** What the call of a part returned, or that there is nothing. */
export function PartContent<Data>({ query, isEmpty, empty, children }: PartContentProps<Data>) {
  const { t } = useTranslation();
  return (
    <Loaded query={query} failed={t(($) => $.operator.failed)}>
      {(data) =>
        empty && isEmpty?.(data) ? <EmptyState icon={Inbox} title={empty} /> : children(data)
      }
    </Loaded>
  );
}
