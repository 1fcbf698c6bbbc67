import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkTab {
  key: string;
  to: string;
  isCurrent: boolean;
  name: ReactNode;
}

interface LinkTabsProps {
  /** What the tabs choose. */
  label: string;
  tabs: LinkTab[];
}

/** Views of a place that have addresses. */
// docs/decisions/0352
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map(({ key, to, isCurrent, name }) => (
          <li key={key}>
            <Link
              to={to}
              className="tab"
              preventScrollReset
              {...(isCurrent && { 'aria-current': 'page' })}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
