import { classes } from './classes.ts';
import styles from './layout.module.css';

/* The layouts that most screens are made of: class names for any element. A gap is a step of the scale of spaces. */

type Gap = 2 | 3 | 4 | 5 | 6 | 7 | 8;

const layout = (name: string | undefined) => (gap: Gap) => classes(name, styles[`gap-${gap}`]);

/** One column, which long content does not widen. */
export const stack = layout(styles.stack);

/** One column, which grows with its content. */
export const grid = layout(styles.grid);

/** Items side by side, in as many lines as they need. */
export const cluster = layout(styles.cluster);

/** Items side by side in one line, centred across it. */
export const row = layout(styles.row);

/** Centres the items of each line of a cluster. */
export const centred = styles.centred;

/** No wider than a line of text that reads well. */
export const measure = styles.measure;

/** A list without marks. */
export const plain = styles.plain;

/** Space above an element. */
export const above = (gap: Exclude<Gap, 2 | 7 | 8>) => styles[`above-${gap}`];

/** Small text in a quieter colour. */
export const muted = styles.muted;
