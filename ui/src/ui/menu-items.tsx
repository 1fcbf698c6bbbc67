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

interface MenuChoiceProps<Value extends string> {
  value: Value;
  options: Array<{ value: Value; label: string; hint?: string }>;
  onChoose: (value: Value) => void;
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

/** One of several: the chosen one carries a tick and says so. */
function MenuChoice<Value extends string>({ value, options, onChoose }: MenuChoiceProps<Value>) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChoose}>
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          className={styles.item}
          closeOnClick
        >
          <span className={styles.tick}>
            <Menu.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Menu.RadioItemIndicator>
          </span>
          {option.label}
          {option.hint && <span className={styles.hint}>{option.hint}</span>}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export const MenuItems = { Action: MenuAction, Link: MenuLink, Choice: MenuChoice };
