import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './side-nav.module.css';

interface NavItemProps {
  icon: ReactNode;
  label: string;
  to: string;
  state?: unknown;
  current?: boolean;
  onChoose?: (() => void) | undefined;
  count?: number;
  countLabel?: string;
}

export function NavItem(props: NavItemProps) {
  const { icon, label, to, state, current = false, onChoose, count = 0, countLabel } = props;
  return (
    <li>
      <Link
        to={to}
        state={state}
        className={styles.item}
        aria-current={current ? 'page' : undefined}
        {...(onChoose && { onClick: onChoose })}
      >
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        {label}
        {count > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {count}
            </span>
            <span className="visually-hidden">{countLabel}</span>
          </>
        )}
      </Link>
    </li>
  );
}
