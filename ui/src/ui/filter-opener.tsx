import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './filter-opener.module.css';

interface FilterOpenerProps {
  open: boolean;
  /** The id of what it opens. */
  controls: string;
  /** How many filters are set. */
  count: number;
  /** The accessible name while filters are set. */
  name: string;
  className?: string | undefined;
  onToggle: () => void;
  children: ReactNode;
}

/** The button that shows and hides filters where there is little room. */
export function FilterOpener(props: FilterOpenerProps) {
  const { open, controls, count, name, className, onToggle, children } = props;
  return (
    <button
      type="button"
      className={classes(styles.opener, className)}
      aria-expanded={open}
      aria-controls={controls}
      {...(count > 0 && { 'aria-label': name })}
      onClick={onToggle}
    >
      <ListFilter aria-hidden="true" />
      {children}
      {count > 0 && ` · ${count}`}
    </button>
  );
}
