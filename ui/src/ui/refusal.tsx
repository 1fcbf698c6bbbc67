import type { ReactNode } from 'react';
import styles from './refusal.module.css';

/** Why a form was refused, announced at once. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className={styles.refusal} role="alert">
      {children}
    </p>
  );
}
