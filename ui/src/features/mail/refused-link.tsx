import { Link2Off } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { linkDays } from '../../api/limits.gen.ts';
import { SubscribeForm } from '../../parts/subscribe-form.tsx';
import { MailPage } from './mail-page.tsx';

const texts = {
  link_expired: 'expired',
  link_used: 'used',
  invalid_link: 'invalid',
  subscription_not_found: 'gone',
} as const;

/** Why the link does not work; retrying would not help. */
export type Refusal = keyof typeof texts;

export function refusalOf(error: unknown): Refusal | undefined {
  const code = error instanceof ApiError ? error.code : '';
  return code in texts ? (code as Refusal) : undefined;
}

interface RefusedLinkProps {
  refusal: Refusal;
  /** Whether to ask for an address; a reader who unsubscribes is not asked. */
  asks?: boolean;
  arrived?: boolean;
}

/** A link that does not work: why, and what to do. */
export function RefusedLink({ refusal, asks = false, arrived = false }: RefusedLinkProps) {
  const { t } = useTranslation();
  const text = texts[refusal];
  const lead =
    text === 'gone' && !asks
      ? t(($) => $.mail.link.gone_short)
      : t(($) => $.mail.link[`${text}_text`], { days: linkDays });
  return (
    <MailPage title={t(($) => $.mail.link[text])} lead={lead} icon={Link2Off} arrived={arrived}>
      {asks && <SubscribeForm />}
    </MailPage>
  );
}
