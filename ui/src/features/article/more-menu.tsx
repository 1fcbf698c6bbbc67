import { Ellipsis, Flag, Radar } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { loadChunk } from '../../chunks.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';

const ReportDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog })),
);

/** "Report Issue" is open to everyone; "Track Law" needs an account. */
export function MoreMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const track = useMark({ kind: 'track', id: article.slug });
  const [reporting, setReporting] = useState<'never' | 'open' | 'closed'>('never');
  const button = useRef<HTMLButtonElement>(null);

  const trigger = (
    <Button ref={button} aria-label={t(($) => $.article.more)}>
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} align="end">
        <MenuItems.Check
          icon={Radar}
          label={t(($) => $.article.track_law)}
          checked={track.on ?? false}
          onToggle={track.press}
        />
        <MenuItems.Action
          icon={Flag}
          label={t(($) => $.article.report_issue)}
          onSelect={() => setReporting('open')}
        />
      </Menu>
      {reporting !== 'never' && (
        <Suspense>
          <ReportDialog
            article={article}
            open={reporting === 'open'}
            onClose={() => setReporting('closed')}
            opener={button}
          />
        </Suspense>
      )}
    </>
  );
}
