import { CircleAlert, X } from 'lucide-react';
import styles from './info-bar.module.css';

interface InfoBarProps {
  text: string;
  dismiss: string;
  onDismiss: () => void;
}

/** One message about the whole page; it stays until dismissed or replaced. */
export function InfoBar({ text, dismiss, onDismiss }: InfoBarProps) {
  return (
    <div className={styles.bar} role="alert">
      <CircleAlert aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      <button type="button" className={styles.dismiss} aria-label={dismiss} onClick={onDismiss}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
