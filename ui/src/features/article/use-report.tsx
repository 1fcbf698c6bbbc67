import { lazy, type RefObject, Suspense, useState } from 'react';
import type { Article } from '../../api/types.ts';
import { loadChunk } from '../../chunks.ts';

const ReportDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog })),
);

/** The dialog to report a problem, and the function that opens it. */
export function useReport(article: Article, opener: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const dialog = state !== 'never' && (
    <Suspense>
      <ReportDialog
        article={article}
        open={state === 'open'}
        onClose={() => setState('closed')}
        opener={opener}
      />
    </Suspense>
  );
  return { dialog, open: () => setState('open') };
}
