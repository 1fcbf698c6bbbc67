import type { ReactNode, Ref } from 'react';
import styles from './page-heading.module.css';

interface PageHeadingProps {
  headingRef: Ref<HTMLHeadingElement>;
  lead?: ReactNode;
  children: ReactNode;
}

/** The one `h1` of a page and the line beneath it. */
export function PageHeading({ headingRef, lead, children }: PageHeadingProps) {
  return (
    <header>
      <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
        {children}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  );
}
