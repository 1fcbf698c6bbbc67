import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
}

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';

export function buttonClass(variant: ButtonVariant = 'quiet'): string {
  return classes(styles.button, styles[variant]);
}

export function Button({ variant, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={classes(buttonClass(variant), className)} />;
}
