import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
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
  /** What it does, in a few words. */
  hint: string;
  checked: boolean;
  onToggle: () => void;
}

/* The menu stays open, so that the new state is seen. */
function MenuCheck({ icon: Icon, label, hint, checked, onToggle }: MenuCheckProps) {
  const id = useId();
  return (
    <Menu.CheckboxItem
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      className={styles.item}
      checked={checked}
      onCheckedChange={onToggle}
      closeOnClick={false}
    >
      {Icon && <Icon aria-hidden="true" />}
      <span>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      </span>
      <Check aria-hidden="true" className={styles.check} />
    </Menu.CheckboxItem>
  );
}

export const MenuItems = { Action: MenuAction, Link: MenuLink, Check: MenuCheck };
