import { useEffect, useSyncExternalStore } from 'react';
import { dismissToast, toasts } from './toast.ts';
import styles from './toast-region.module.css';

const shownFor = 6000;

/** The toast region; it is always present, so that screen readers announce each toast. */
export function ToastRegion() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  const id = toast?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = window.setTimeout(() => dismissToast(id), shownFor);
    return () => window.clearTimeout(timer);
  }, [id]);
  return (
    <div className={styles.region} role="status" data-print="hide">
      {toast && (
        <p key={toast.id} className={styles.toast}>
          {toast.text}
          {toast.action && <Action toast={toast.id} {...toast.action} />}
        </p>
      )}
    </div>
  );
}

function Action({ toast, label, run }: { toast: number; label: string; run: () => void }) {
  return (
    <button
      type="button"
      className={styles.action}
      onClick={() => {
        run();
        dismissToast(toast);
      }}
    >
      {label}
    </button>
  );
}
