import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../api/mail-types.ts';
import { loadChunk } from '../../chunks.ts';
import { MailRow } from '../../parts/mail-row.tsx';
import { Button } from '../../ui/button.tsx';
import { stack } from '../../ui/layout.ts';
import { Actions } from './mail-page.tsx';
import styles from './preferences-screen.module.css';
import { Problem } from './problem.tsx';
import { useLeaving } from './use-leaving.ts';

/* Loaded on demand: few readers see it, and its code is larger than the page. */
const RemoveDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./remove-dialog.tsx'))).RemoveDialog,
}));

interface RemoveSectionProps {
  token: string;
  subscription: Subscription;
  onLeft: () => void;
  onDeleted: () => void;
}

/** Unsubscribing, which can be undone, and deleting, which cannot. */
export function RemoveSection({ token, subscription, onLeft, onDeleted }: RemoveSectionProps) {
  const { t } = useTranslation();
  const { task, leave } = useLeaving(token);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  return (
    <MailRow heading="h2" title={t(($) => $.mail.remove.title)}>
      <div className={stack(4)}>
        <p className={styles.removeText}>{t(($) => $.mail.remove.text)}</p>
        <Actions>
          <Button aria-disabled={task.busy} onClick={() => leave(onLeft)}>
            {t(($) => $.mail.remove.leave)}
          </Button>
          <Button
            ref={opener}
            variant="danger"
            onClick={() => {
              setAsked(true);
              setOpen(true);
            }}
          >
            {t(($) => $.mail.remove.delete)}
          </Button>
        </Actions>
        <Problem state={task.state} />
      </div>
      {asked && (
        <Suspense fallback={null}>
          <RemoveDialog
            token={token}
            subscription={subscription}
            open={open}
            opener={opener}
            onClose={() => setOpen(false)}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
    </MailRow>
  );
}
