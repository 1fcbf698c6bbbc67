import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clearAll } from '../../api/notifications.ts';
import { Button } from '../../ui/button.tsx';
import styles from './mark-all-button.module.css';

interface MarkAllButtonProps {
  uid: string;
  /** The number of remaining notifications. */
  waiting: number;
}

/** Clears all notifications; the cards stay, and so does the button's space. */
export function MarkAllButton({ uid, waiting }: MarkAllButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [phase, setPhase] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');

  async function clear() {
    if (phase === 'busy' || waiting === 0) return;
    setPhase('busy');
    setPhase((await clearAll(client, uid)) ? 'done' : 'failed');
  }

  const messages = {
    idle: '',
    busy: '',
    done: waiting === 0 ? t(($) => $.reader.notifications.marked) : '',
    failed: t(($) => $.reader.notifications.mark_failed),
  };
  return (
    <div className={styles.row}>
      <Button onClick={clear} aria-disabled={phase === 'busy' || waiting === 0}>
        <CheckCheck aria-hidden="true" />
        {phase === 'busy'
          ? t(($) => $.reader.notifications.marking)
          : t(($) => $.reader.notifications.mark_all)}
      </Button>
      <p role="status">{messages[phase]}</p>
    </div>
  );
}
