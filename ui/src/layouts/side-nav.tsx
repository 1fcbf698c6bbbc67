import {
  Bell,
  CalendarClock,
  FilePen,
  Home,
  Info,
  LogOut,
  MessageCircle,
  Search,
  Server,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { unreadCount, useSession } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useInstallOffer } from '../hooks/use-install-offer.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { useSignOut } from '../hooks/use-sign-out.ts';
import { InstallButton } from '../parts/install-button.tsx';
import { readSearch, type Screen } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Mark } from '../ui/mark.tsx';
import { NavItem } from './nav-item.tsx';
import { ownScreens, useCurrentScreen } from './use-current-screen.ts';

interface SideNavProps {
  /** Called when the reader chose a destination. */
  onChoose?: (() => void) | undefined;
  footer?: ReactNode;
}

const searchState: PageLocationState = { focusSearch: true };

/** The side navigation, in the rail of wide screens and the drawer of narrow ones. */
export function SideNav({ onChoose, footer }: SideNavProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <nav className="nav" aria-label={t(($) => $.common.nav.label)}>
      <Link to={to.home()} className="nav-mark" {...(onChoose && { onClick: onChoose })}>
        <Mark name={t(($) => $.common.product)} />
      </Link>
      <Places onChoose={onChoose} />
      <OwnPlaces onChoose={onChoose} footer={footer} />
    </nav>
  );
}

/** The screens that everybody has, the editors' desk and the operator's page. */
function Places({ onChoose }: Pick<SideNavProps, 'onChoose'>) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const [params] = useSearchParams();
  const screen = useCurrentScreen();
  const session = useSession();
  const unread = unreadCount(session);
  const reader = session.status === 'signed_in' ? session.reader : undefined;
  const item = (name: Screen) => ({ current: screen === name, onChoose });
  return (
    <ul className="nav-list">
      <NavItem
        icon={<Home />}
        label={t(($) => $.common.nav.home)}
        to={to.home()}
        {...item('home')}
      />
      <NavItem
        icon={<Search />}
        label={t(($) => $.common.nav.search)}
        to={to.search(screen === 'search' ? readSearch(params) : {})}
        state={searchState}
        {...item('search')}
      />
      <NavItem
        icon={<CalendarClock />}
        label={t(($) => $.common.nav.deadlines)}
        to={to.screen('deadlines')}
        {...item('deadlines')}
      />
      <NavItem
        icon={<Bell />}
        label={t(($) => $.common.nav.notifications)}
        to={to.screen('notifications')}
        count={unread}
        countLabel={t(($) => $.common.nav.unread, { count: unread })}
        {...item('notifications')}
      />
      <NavItem
        icon={<MessageCircle />}
        label={t(($) => $.common.nav.chat)}
        to={to.screen('chat')}
        {...item('chat')}
      />
      <NavItem
        icon={<Info />}
        label={t(($) => $.common.nav.about)}
        to={to.screen('about')}
        {...item('about')}
      />
      {reader?.isEditor && (
        <NavItem
          icon={<FilePen />}
          label={t(($) => $.common.nav.desk)}
          to={to.desk()}
          {...item('desk')}
        />
      )}
      {reader?.isOperator && (
        <NavItem
          icon={<Server />}
          label={t(($) => $.common.nav.operator)}
          to={to.operator()}
          {...item('operator')}
        />
      )}
    </ul>
  );
}

/** What belongs to the reader and this browser: options, account, installation. */
function OwnPlaces({ onChoose, footer }: SideNavProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const session = useSession();
  const signOut = useSignOut();
  const screen = useCurrentScreen();
  const installable = useInstallOffer();
  const visitor = session.status === 'signed_out';
  const reader = session.status === 'signed_in' ? session.reader : undefined;

  function leave() {
    onChoose?.();
    void signOut();
  }

  return (
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
  );
}
