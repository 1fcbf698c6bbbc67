import { classes } from './classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  shape?: 'line' | 'short' | 'title' | 'badge';
}

/** A placeholder for a line of text, with the same dimensions. */
export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span className={classes(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
