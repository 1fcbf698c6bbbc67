import { Dialog } from '@base-ui/react/dialog';
import { Menu, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadCount, useSession } from '../api/session.ts';
import styles from './nav-drawer.module.css';
import { SideNav } from './side-nav.tsx';

/** The navigation of narrow screens: slides in from the left, traps the focus, closes on Escape. */
export function NavDrawer() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const unread = unreadCount(useSession());
  // After a choice the focus goes to the page's heading, not back to the menu button.
  const left = useRef(false);

  function show(next: boolean) {
    if (next) left.current = false;
    setOpen(next);
  }

  function choose() {
    left.current = true;
    setOpen(false);
  }

  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Trigger className="bar-menu">
        <Menu aria-hidden="true" />
        <span className="visually-hidden">
          {unread > 0
            ? t(($) => $.common.nav.menu_unread, { count: unread })
            : t(($) => $.common.nav.menu)}
        </span>
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread}
          </span>
        )}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} finalFocus={() => !left.current}>
          <Dialog.Title className="visually-hidden">{t(($) => $.common.nav.menu)}</Dialog.Title>
          <Dialog.Close className={styles.close} aria-label={t(($) => $.common.nav.close)}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <SideNav onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
