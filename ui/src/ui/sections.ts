import styles from './sections.module.css';

/* The parts of a page that lists things: class names for any element. */

/** A part with a heading and its list. */
export const section = styles.section;

/** A link to another screen, below the parts. */
export const further = styles.further;

/** A list whose items begin with a day. */
export const dated = styles.dated;
