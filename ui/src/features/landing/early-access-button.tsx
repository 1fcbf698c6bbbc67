import type { MouseEvent } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { sitePaths } from '../../site-paths.ts';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './early-access-button.module.css';
import { formId } from './form-id.ts';

interface EarlyAccessButtonProps {
  isOpen: boolean;
  /** The primary button names its destination; the page has one in sight at a time. */
  variant: Extract<ButtonVariant, 'primary' | 'quiet'>;
  onSignUp: () => void;
}

/** Leads to the form while early access is closed, and to the app when it is open. */
export function EarlyAccessButton({ isOpen, variant, onSignUp }: EarlyAccessButtonProps) {
  const { t, language } = useTexts();

  function signUp(event: MouseEvent) {
    if (isOpen) return;
    event.preventDefault();
    onSignUp();
  }

  return (
    <a
      href={isOpen ? sitePaths.app(language) : `#${formId}`}
      className={classes(buttonClass(variant), styles.button)}
      onClick={signUp}
      data-print="hide"
    >
      {/* Both occupy the same place, so the page does not move when the state is known. */}
      <span className={classes(!isOpen && styles.away)}>
        {variant === 'primary'
          ? t(($) => $.landing.access.open_long)
          : t(($) => $.landing.access.open)}
      </span>
      <span className={classes(isOpen && styles.away)}>{t(($) => $.landing.access.early)}</span>
    </a>
  );
}
