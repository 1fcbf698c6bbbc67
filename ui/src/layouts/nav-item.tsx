import type { ReactNode } from 'react';
import { Link } from 'react-router';

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
        className="nav-item"
        aria-current={current ? 'page' : undefined}
        {...(onChoose && { onClick: onChoose })}
      >
        <span className="nav-icon" aria-hidden="true">
          {icon}
        </span>
        {label}
        {count > 0 && (
          <>
            <span className="nav-count" aria-hidden="true">
              {count}
            </span>
            <span className="visually-hidden">{countLabel}</span>
          </>
        )}
      </Link>
    </li>
  );
}
