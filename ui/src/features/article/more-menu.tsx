import { Ellipsis, Flag, Radar } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';
import styles from './more-menu.module.css';
import { useReport } from './use-report.tsx';
import { useTrack } from './use-track.ts';

/** "Report Issue" is open to everyone; "Track Law" needs an account. */
export function MoreMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const track = useTrack(article);
  const button = useRef<HTMLButtonElement>(null);
  const report = useReport(article, button);

  const trigger = (
    <button
      ref={button}
      type="button"
      className={styles.button}
      aria-label={t(($) => $.article.more)}
    >
      <Ellipsis aria-hidden="true" />
    </button>
  );
  return (
    <>
      <Menu trigger={trigger} align="end">
        <MenuItems.Check
          icon={Radar}
          label={t(($) => $.article.track_law)}
          hint={t(($) => $.article.track_law_hint)}
          checked={track.on ?? false}
          onToggle={track.press}
        />
        <MenuItems.Action
          icon={Flag}
          label={t(($) => $.article.report_issue)}
          onSelect={report.open}
        />
      </Menu>
      {report.dialog}
    </>
  );
}
