import { Bookmark, ChevronRight, Heart, type LucideIcon, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { UserData } from '../../api/reader.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from './profile-links.module.css';

/** Counts of the reader's lists, with links to them and to the account. */
export function ProfileLinks({ data }: { data: UserData | undefined }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const liked = data?.liked_law_changes.length;
  const saved = data?.bookmarks.length;
  return (
    <section aria-labelledby="kept">
      <h2 id="kept" className="visually-hidden">
        {t(($) => $.reader.profile.stats)}
      </h2>
      <ul className={styles.list}>
        <Entry
          icon={Heart}
          to={to.screen('liked')}
          label={t(($) => $.reader.profile.liked_button)}
          count={liked}
          spoken={liked === undefined ? '' : t(($) => $.reader.profile.liked, { count: liked })}
        />
        <Entry
          icon={Bookmark}
          to={to.screen('bookmarks')}
          label={t(($) => $.reader.profile.bookmarked_button)}
          count={saved}
          spoken={
            saved === undefined ? '' : t(($) => $.reader.profile.bookmarked, { count: saved })
          }
        />
        <Entry
          icon={UserCog}
          to={to.screen('account')}
          label={t(($) => $.reader.profile.account)}
        />
      </ul>
    </section>
  );
}

interface EntryProps {
  icon: LucideIcon;
  to: string;
  label: string;
  count?: number | undefined;
  spoken?: string;
}

function Entry({ icon: Icon, to, label, count, spoken }: EntryProps) {
  const language = useLanguage();
  return (
    <li>
      <Link to={to} className={styles.entry}>
        <Icon aria-hidden="true" />
        <span className={styles.label}>{label} </span>
        {count !== undefined && (
          <>
            <span className={styles.count} aria-hidden="true">
              {formatNumber(count, language)}
            </span>
            <span className="visually-hidden">{spoken}</span>
          </>
        )}
        <ChevronRight aria-hidden="true" />
      </Link>
    </li>
  );
}
