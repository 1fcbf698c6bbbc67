import { useState } from 'react';
import { classes } from './classes.ts';
import styles from './mark-tone.module.css';

export type MarkTone = 'like' | 'bookmark' | 'follow';

interface MarkLook {
  className: string;
  onAnimationEnd: () => void;
}

/**
 * The colours of a mark, and its highlight for as long as it was just switched on. A mark that was
 * on before, or is found to be on when the reader's data comes, is shown without it.
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
