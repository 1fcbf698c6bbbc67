import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountMailQuery, changeAccountMail } from '../../api/mail.ts';
import { showToast } from '../../ui/toast.ts';

/** Whether reminders come by mail, and its change; `undefined` for an account without an address. */
export function useReminderMail(uid: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(accountMailQuery(uid));
  if (data?.email === undefined) return undefined;

  async function toggle(reminders: boolean): Promise<void> {
    const { queryKey } = accountMailQuery(uid);
    try {
      client.setQueryData(queryKey, await changeAccountMail(uid, { preferences: { reminders } }));
    } catch {
      showToast(t(($) => $.reader.reminders.failed));
      await client.invalidateQueries({ queryKey });
    }
  }
  return { on: data.preferences.reminders, toggle: (on: boolean) => void toggle(on) };
}
