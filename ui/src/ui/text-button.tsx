import type { ComponentPropsWithRef } from 'react';
import { classes } from './classes.ts';
import styles from './text-button.module.css';

/** A link in a line of its own, which looks like such a button. */
export const textLink = styles.link;

/** A button that looks like a link. */
export function TextButton({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...rest} className={classes(styles.button, className)} />;
}
