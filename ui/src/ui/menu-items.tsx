import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import styles from './menu.module.css';

interface MenuActionProps {
  icon?: LucideIcon;
  label: string;
  onSelect: () => void;
}

interface MenuLinkProps {
  icon?: LucideIcon;
  label: string;
  href: string;
  newTab?: boolean;
  onSelect?: () => void;
}

function MenuAction({ icon: Icon, label, onSelect }: MenuActionProps) {
  return (
    <Menu.Item className={styles.item} onClick={onSelect}>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </Menu.Item>
  );
}

function MenuLink({ icon: Icon, label, href, newTab = false, onSelect }: MenuLinkProps) {
  const target = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <Menu.LinkItem className={styles.item} href={href} onClick={onSelect} closeOnClick {...target}>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </Menu.LinkItem>
  );
}

export const MenuItems = { Action: MenuAction, Link: MenuLink };
