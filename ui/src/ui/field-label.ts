import styles from './field-label.module.css';

/** The class of a label above its field. */
export const fieldLabel = styles.label;
