import { CalendarDays, CalendarPlus, List, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { LinkTabs } from '../../parts/link-tabs.tsx';
import { calendarHash, type DeadlineFilters, deadlineViews } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, centred, cluster } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import styles from './screen-bar.module.css';
import { Subscribe } from './subscribe.tsx';

const icons = { agenda: List, month: CalendarDays };

/** Subscribing, printing, and the two views; each view has an address. */
export function ScreenBar({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const paths = useAppPaths();
  const { view = 'agenda' } = filters;
  const [isOpen, setOpen] = useState(useLocation().hash === calendarHash);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes(cluster(2), centred, styles.bar)} data-print="hide">
      <Button ref={opener} variant="primary" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden="true" />
        {t(($) => $.deadlines.subscribe)}
      </Button>
      <Button className={styles.print} onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        <span className={styles.name}>{t(($) => $.deadlines.print)}</span>
      </Button>
      <div className={styles.views}>
        <LinkTabs
          label={t(($) => $.deadlines.views)}
          tabs={deadlineViews.map((name) => {
            const Icon = icons[name];
            const words = (
              <>
                <Icon aria-hidden="true" />
                {t(($) => $.deadlines[name])}
              </>
            );
            const to = paths.deadlines({ ...filters, view: name });
            return { key: name, to, isCurrent: name === view, name: words };
          })}
        />
      </div>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(($) => $.deadlines.subscribe_title)}
        opener={opener}
      >
        <Subscribe filters={filters} />
        <Button className={above(5)} onClick={() => setOpen(false)}>
          {t(($) => $.deadlines.close)}
        </Button>
      </Modal>
    </div>
  );
}
