import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Flag, Plus, Radar } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import type { Article } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useFollow } from '../../parts/use-follow.tsx';
import { classes } from '../../ui/classes.ts';
import { iconButton } from '../../ui/icon-button.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';
import styles from './more-menu.module.css';
import { useReport } from './use-report.tsx';
import { useTrack } from './use-track.ts';

/** "Report Issue" is open to everyone; "Track Law" needs an account. */
export function MoreMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const track = useTrack(article);
  const language = useLanguage();
  const { data: topics } = useQuery(queries.topics());
  const topic = topics?.find(({ id }) => id === article.topic)?.name[language] ?? article.topic;
  const follow = useFollow(article.topic, topic);
  const button = useRef<HTMLButtonElement>(null);
  const report = useReport(article, button);

  const trigger = (
    <button
      ref={button}
      type="button"
      className={classes(iconButton, styles.button)}
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
        <MenuItems.Check
          icon={Plus}
          label={t(($) => $.article.follow_topic, { topic })}
          hint={t(($) => $.article.follow_note)}
          checked={follow.on ?? false}
          onToggle={follow.press}
        />
        <MenuItems.Action
          icon={Flag}
          label={t(($) => $.article.report_issue)}
          onSelect={report.open}
        />
      </Menu>
      {follow.offer}
      {report.dialog}
    </>
  );
}
