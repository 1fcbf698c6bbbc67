import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from './button.tsx';
import { classes } from './classes.ts';
import { type MarkTone, useMarkLook } from './mark-tone.ts';
import styles from './toggle-button.module.css';

interface ToggleButtonProps {
  icon?: LucideIcon;
  /** The icon while it is on, where filling the other one is not enough. */
  iconOn?: LucideIcon;
  tone: MarkTone;
  on: boolean | undefined;
  variant?: ButtonVariant;
  /** As a tag among others instead of a separate button. */
  small?: boolean;
  label?: string;
  className?: string | undefined;
  onPress: () => void;
  /** Left out where the icon and the label suffice. */
  children?: ReactNode;
}

/** A toggle button in its mark's colour. */
export function ToggleButton(props: ToggleButtonProps) {
  const { icon, iconOn = icon, tone, on = false, variant, small, label, onPress, children } = props;
  const { className: toned, ...look } = useMarkLook(tone, props.on);
  const Icon = on ? iconOn : icon;
  return (
    <button
      type="button"
      {...look}
      className={classes(
        small ? styles.small : buttonClass(on ? 'quiet' : variant),
        styles.toggle,
        icon !== undefined && icon === iconOn && styles.filled,
        toned,
        props.className,
      )}
      aria-pressed={on}
      aria-label={label}
      onClick={onPress}
    >
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}
