import { classes } from './classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  shape?: 'line' | 'short' | 'title' | 'badge';
}

/** A still, quiet stand-in for a line of text; it takes the place the text will take. */
export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span className={classes(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
