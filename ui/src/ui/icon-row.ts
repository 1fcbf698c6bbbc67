import styles from './icon-row.module.css';

/** The parts of a row of a list: an icon, then a name with details, then what can be done. */
export const iconRow = {
  row: styles.row,
  what: styles.what,
  name: styles.name,
  detail: styles.detail,
};
