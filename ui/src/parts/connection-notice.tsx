import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { useOnline } from '../hooks/use-online.ts';

/** Says that the reader is offline, or that the server does not answer for their account. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  const isUnreachable = useSession().status === 'unreachable';
  if (online && !isUnreachable) return null;
  return (
    <p className="frame-offline" role="status" data-print="hide">
      {online ? t(($) => $.common.unreachable.notice) : t(($) => $.common.offline)}
    </p>
  );
}
