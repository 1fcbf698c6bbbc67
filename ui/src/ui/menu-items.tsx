import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
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

interface MenuCheckProps {
  icon?: LucideIcon;
  label: string;
  checked: boolean;
  onToggle: () => void;
}

/* The menu stays open, so that the new state is seen. */
function MenuCheck({ icon: Icon, label, checked, onToggle }: MenuCheckProps) {
  return (
    <Menu.CheckboxItem
      className={styles.item}
      checked={checked}
      onCheckedChange={onToggle}
      closeOnClick={false}
    >
      {Icon && <Icon aria-hidden="true" />}
      {label}
      <Check aria-hidden="true" className={styles.check} />
    </Menu.CheckboxItem>
  );
}

export const MenuItems = { Action: MenuAction, Link: MenuLink, Check: MenuCheck };
