import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './chip-row.module.css';

interface ChipRowProps {
  label: string;
  /** The chosen chip; a change scrolls it into view. */
  chosen: string | number | undefined;
  children: ReactNode;
}

/** Chips to choose from; in a scrolling row the chosen one stays visible. */
export function ChipRow({ label, chosen, children }: ChipRowProps) {
  const row = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice moves the row
  useLayoutEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !chip) return;
    const { offsetLeft, offsetWidth } = chip;
    const { scrollLeft, clientWidth } = row.current;
    const margin = offsetWidth / 2;
    const hidden =
      offsetLeft < scrollLeft || offsetLeft + offsetWidth + margin > scrollLeft + clientWidth;
    if (hidden) row.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
  }, [chosen]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
    <div ref={row} className={styles.row} role="group" aria-label={label}>
      {children}
    </div>
  );
}
