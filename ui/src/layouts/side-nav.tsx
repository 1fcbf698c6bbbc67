import {
  Bell,
  CalendarClock,
  FilePen,
  Home,
  Info,
  LogOut,
  MessageCircle,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { unreadCount, useSession } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useInstallOffer } from '../hooks/use-install-offer.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { useSignOut } from '../hooks/use-sign-out.ts';
import { InstallButton } from '../parts/install-button.tsx';
import { readSearch, type Screen, screenOf } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Mark } from '../ui/mark.tsx';
import { NavItem } from './nav-item.tsx';

interface SideNavProps {
  /** Called when the reader chose a destination. */
  onChoose?: () => void;
  footer?: ReactNode;
}

/* The screens behind the avatar. */
const ownScreens: Screen[] = ['auth', 'profile', 'liked', 'bookmarks', 'account'];
const searchState: PageLocationState = { focusSearch: true };

/** The side navigation, in the rail of wide screens and the drawer of narrow ones. */
export function SideNav({ onChoose, footer }: SideNavProps) {
  const { t } = useTranslation();
  const session = useSession();
  const signOut = useSignOut();
  const [params] = useSearchParams();
  const atApp = useLocation().pathname === '/app';
  const screen = atApp ? screenOf(params) : undefined;
  const installable = useInstallOffer();
  const to = useAppPaths();
  const unread = unreadCount(session);
  const visitor = session.status === 'signed_out';
  const reader = session.status === 'signed_in' ? session.reader : undefined;

  function leave() {
    onChoose?.();
    void signOut();
  }

  return (
    <nav className="nav" aria-label={t(($) => $.common.nav.label)}>
      <Link to={to.home()} className="nav-mark" {...(onChoose && { onClick: onChoose })}>
        <Mark name={t(($) => $.common.product)} />
      </Link>
      <ul className="nav-list">
        <NavItem
          icon={<Home />}
          label={t(($) => $.common.nav.home)}
          to={to.home()}
          current={screen === 'home'}
          onChoose={onChoose}
        />
        <NavItem
          icon={<Search />}
          label={t(($) => $.common.nav.search)}
          to={to.search(screen === 'search' ? readSearch(params) : {})}
          state={searchState}
          current={screen === 'search'}
          onChoose={onChoose}
        />
        <NavItem
          icon={<CalendarClock />}
          label={t(($) => $.common.nav.deadlines)}
          to={to.screen('deadlines')}
          current={screen === 'deadlines'}
          onChoose={onChoose}
        />
        <NavItem
          icon={<Bell />}
          label={t(($) => $.common.nav.notifications)}
          to={to.screen('notifications')}
          current={screen === 'notifications'}
          onChoose={onChoose}
          count={unread}
          countLabel={t(($) => $.common.nav.unread, { count: unread })}
        />
        <NavItem
          icon={<MessageCircle />}
          label={t(($) => $.common.nav.chat)}
          to={to.screen('chat')}
          current={screen === 'chat'}
          onChoose={onChoose}
        />
        <NavItem
          icon={<Info />}
          label={t(($) => $.common.nav.about)}
          to={to.screen('about')}
          current={screen === 'about'}
          onChoose={onChoose}
        />
        {reader?.isEditor && (
          <NavItem
            icon={<FilePen />}
            label={t(($) => $.common.nav.desk)}
            to={to.desk()}
            current={screen === 'desk'}
            onChoose={onChoose}
          />
        )}
      </ul>
      <ul className="nav-list">
        <NavItem
          icon={<SlidersHorizontal />}
          label={t(($) => $.common.nav.options)}
          to={to.screen('options')}
          current={screen === 'options'}
          onChoose={onChoose}
        />
        <NavItem
          icon={<Avatar name={reader?.displayName} photoUrl={reader?.photoUrl} />}
          label={visitor ? t(($) => $.common.nav.sign_in) : t(($) => $.common.nav.profile)}
          to={to.screen(visitor ? 'auth' : 'profile')}
          current={screen !== undefined && ownScreens.includes(screen)}
          onChoose={onChoose}
        />
        {reader && (
          <li>
            <button type="button" className="nav-item" onClick={leave}>
              <LogOut aria-hidden="true" />
              {t(($) => $.common.nav.sign_out)}
            </button>
          </li>
        )}
        {installable && (
          <li>
            <InstallButton className="nav-item" onChoose={onChoose} />
          </li>
        )}
        {footer && <li className="nav-footer">{footer}</li>}
      </ul>
    </nav>
  );
}
