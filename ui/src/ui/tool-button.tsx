import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classes } from './classes.ts';
import { type MarkTone, useMarkLook } from './mark-tone.ts';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ComponentPropsWithRef<'button'> {
  icon: LucideIcon;
  /** Seen where there is room. */
  label: string;
}

/** A quiet button of a toolbar: an icon, on wide screens with its label. */
export function ToolButton({ icon: Icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.tool, className)}>
      <Icon aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </button>
  );
}

interface ToolLinkProps extends ComponentPropsWithRef<'a'> {
  icon: LucideIcon;
  label: string;
}

/** The same for a link. */
export function ToolLink({ icon: Icon, label, className, ...rest }: ToolLinkProps) {
  return (
    <a {...rest} className={classes(styles.tool, className)}>
      <Icon aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </a>
  );
}

interface ToolToggleProps {
  icon: LucideIcon;
  tone: MarkTone;
  /** Whether it is on; `undefined` while unknown. */
  on: boolean | undefined;
  label: string;
  /** The accessible name, which begins with label and count as they are seen. */
  name: string;
  count: string;
  onPress: () => void;
}

/** The same for a mark that is on or off, with how many have set it. */
export function ToolToggle(props: ToolToggleProps) {
  const { icon: Icon, tone, on, label, name, count, onPress } = props;
  const { className, ...look } = useMarkLook(tone, on);
  return (
    <button
      type="button"
      {...look}
      className={classes(styles.tool, styles.toggle, className)}
      aria-label={name}
      aria-pressed={on ?? false}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      <span className={styles.label}>{label}</span> <span className={styles.count}>{count}</span>
    </button>
  );
}
