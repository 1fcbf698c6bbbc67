import styles from './icon-button.module.css';

/** The class of a button that is an icon; its colour and the size of the icon are the caller's. */
export const iconButton = styles.button;
