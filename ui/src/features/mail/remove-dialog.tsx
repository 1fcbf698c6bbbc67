import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../api/api-error.ts';
import { removeSubscription } from '../../api/mail.ts';
import type { Subscription } from '../../api/mail-types.ts';
import { subscriptionQuery } from '../../hooks/subscription.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from './problem.tsx';

interface RemoveDialogProps {
  token: string;
  subscription: Subscription;
  open: boolean;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Lists what will be deleted first. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { token, subscription, open, opener, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const task = useTask();
  const { email, has_account } = subscription;

  /* A missing subscriber counts as deleted, and so does one that only has an account. */
  async function removeOnce() {
    try {
      await removeSubscription(token);
    } catch (error) {
      if (codeOf(error) !== 'subscription_not_found') throw error;
    }
  }

  async function remove() {
    if (!(await task.start(removeOnce))) return;
    onDeleted();
    queryClient.removeQueries(subscriptionQuery(token));
  }

  return (
    <Modal
      open={open}
      onClose={onClose}
      opener={opener}
      title={t(($) => $.mail.remove.ask)}
      description={
        has_account
          ? t(($) => $.mail.remove.what_account, { email })
          : t(($) => $.mail.remove.what, { email })
      }
    >
      <div className={classes(cluster(3), above(5))}>
        <Button variant="danger" aria-disabled={task.busy} onClick={() => void remove()}>
          {task.busy ? t(($) => $.mail.remove.deleting) : t(($) => $.mail.remove.confirm)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.mail.remove.cancel)}</Button>
      </div>
      <Problem state={task.state} />
    </Modal>
  );
}
