import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { confirmSubscription, rejoin, undoConfirmation } from '../../api/mail.ts';
import type { Subscription } from '../../api/mail-types.ts';
import { subscriptionQuery, useKeepSubscription } from '../../hooks/subscription.ts';
import { useTask } from '../../hooks/use-task.ts';
import { type Refusal, refusalOf } from './refused-link.tsx';

type Confirmation =
  | { is: 'working' }
  | { is: 'failed' }
  | { is: 'refused'; refusal: Refusal }
  | { is: 'done' | 'already' | 'undone'; subscription: Subscription };

/** Confirms automatically, once, and can undo it. */
export function useConfirm(token: string) {
  const queryClient = useQueryClient();
  const keep = useKeepSubscription(token);
  const task = useTask();
  const [now, setNow] = useState<Confirmation>({ is: 'working' });
  const begun = useRef(false);

  function attempt(work: () => Promise<Confirmation>): Promise<boolean> {
    return task.start(async () => {
      try {
        setNow(await work());
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        setNow({ is: 'refused', refusal });
      }
    });
  }

  /* Confirming twice is harmless; a repeated confirmation only changes the text. */
  async function confirm() {
    const good = await attempt(async () => {
      const before = await queryClient.fetchQuery(subscriptionQuery(token));
      const subscription = keep(await confirmSubscription(token));
      return { is: before.status === 'confirmed' ? 'already' : 'done', subscription };
    });
    if (!good) setNow((before) => (before.is === 'working' ? { is: 'failed' } : before));
  }

  const undo = (subscription: Subscription) =>
    attempt(async () => {
      await undoConfirmation(token);
      queryClient.removeQueries(subscriptionQuery(token));
      return { is: 'undone', subscription };
    });

  /* The confirmation link works once; the link to the preferences takes the undo back. */
  const again = ({ token: settings = '' }: Subscription) =>
    attempt(async () => {
      const subscription = { ...(await rejoin(settings)), token: settings };
      return { is: 'done', subscription: keep(subscription) };
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void confirm();
  }, []);

  return { now, task, confirm, undo, again };
}
