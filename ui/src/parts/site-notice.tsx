import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import type { Site } from '../api/types.ts';
import { useOnline } from '../hooks/use-online.ts';

/**
 * Says in one notice that the reader is offline, that the site can only be read for a while, with the operator's words
 * if there are some, or that the server does not answer for their account.
 */
export function SiteNotice({ maintenance }: { maintenance: Site['maintenance'] }) {
  const { t } = useTranslation();
  const online = useOnline();
  const isUnreachable = useSession().status === 'unreachable';
  let text: string | undefined;
  if (!online) {
    text = t(($) => $.common.offline);
  } else if (maintenance) {
    // The server renews no session meanwhile.
    const reading = isUnreachable
      ? t(($) => $.common.unreachable.maintenance)
      : t(($) => $.common.maintenance);
    text = [reading, maintenance.message].filter(Boolean).join(' ');
  } else if (isUnreachable) {
    text = t(($) => $.common.unreachable.notice);
  }
  if (text === undefined) return null;
  return (
    <p className="frame-offline" role="status" data-print="hide">
      {text}
    </p>
  );
}
