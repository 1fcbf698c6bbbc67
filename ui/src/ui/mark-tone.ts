import { useState } from 'react';
import { classes } from './classes.ts';
import styles from './mark-tone.module.css';

export type MarkTone = 'like' | 'bookmark' | 'follow';

interface MarkLook {
  className: string;
  onAnimationEnd: () => void;
}

/**
 * A mark's colours, with a highlight while it was just switched on. A mark that was on before, or
 * turns out to be on when the data loads, has no highlight.
 */
export function useMarkLook(tone: MarkTone, on: boolean | undefined): MarkLook {
  const [was, setWas] = useState(on);
  const [lit, setLit] = useState(false);
  if (was !== on) {
    setWas(on);
    setLit(was === false && on === true);
  }
  return {
    className: classes(styles[tone], lit && styles.lit),
    onAnimationEnd: () => setLit(false),
  };
}
