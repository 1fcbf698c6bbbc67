import { Bell, CalendarClock, CircleUser, Home, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unreadCount, useSession } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import styles from './bottom-bar.module.css';
import { ownScreens, useCurrentScreen } from './use-current-screen.ts';

const searchState: PageLocationState = { focusSearch: true };

/** The first places on a phone, beside the navigation that slides in. An article has a bar of its own. */
export function BottomBar() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const session = useSession();
  const screen = useCurrentScreen();
  const unread = unreadCount(session);
  const visitor = session.status === 'signed_out';
  if (screen === 'article') return null;
  return (
    <nav className={styles.bar} aria-label={t(($) => $.common.nav.places)} data-print="hide">
      <ul className={styles.list}>
        <Place
          icon={<Home />}
          label={t(($) => $.common.nav.home)}
          to={to.home()}
          current={screen === 'home'}
        />
        <Place
          icon={<Search />}
          label={t(($) => $.common.nav.search)}
          to={to.search()}
          state={searchState}
          current={screen === 'search'}
        />
        <Place
          icon={<CalendarClock />}
          label={t(($) => $.common.nav.deadlines)}
          to={to.screen('deadlines')}
          current={screen === 'deadlines'}
        />
        <Place
          icon={<Bell />}
          label={t(($) => $.common.nav.news)}
          to={to.screen('notifications')}
          current={screen === 'notifications'}
          count={unread}
          countLabel={t(($) => $.common.nav.unread, { count: unread })}
        />
        <Place
          icon={<CircleUser />}
          label={t(($) => $.common.nav.account)}
          to={to.screen(visitor ? 'auth' : 'profile')}
          current={screen !== undefined && ownScreens.includes(screen)}
        />
      </ul>
    </nav>
  );
}

interface PlaceProps {
  icon: ReactNode;
  label: string;
  to: string;
  state?: unknown;
  current: boolean;
  count?: number;
  countLabel?: string;
}

/** A place; the current one leads to the top of the page. */
function Place({ icon, label, to, state, current, count = 0, countLabel }: PlaceProps) {
  return (
    <li>
      <Link
        to={to}
        state={state}
        className={styles.place}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          if (!current || window.scrollY === 0) return;
          event.preventDefault();
          window.scrollTo(0, 0);
        }}
      >
        <span className={styles.icon} aria-hidden="true">
          {icon}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </span>
        <span className={styles.word}>{label}</span>
        {count > 0 && <span className="visually-hidden">{countLabel}</span>}
      </Link>
    </li>
  );
}
