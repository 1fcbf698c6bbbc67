import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { restoreSession } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Shown in place of what only the account has, while the server does not answer. */
export function AccountUnreachable() {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <Notice
      title={t(($) => $.common.unreachable.title)}
      actions={
        <>
          <Button variant="primary" onClick={restoreSession}>
            {t(($) => $.common.retry)}
          </Button>
          {/* A session that the server can never read again must not keep the reader out. */}
          <Link to={to.screen('auth')} className={buttonClass()}>
            {t(($) => $.common.nav.sign_in)}
          </Link>
        </>
      }
    >
      {t(($) => $.common.unreachable.text)}
    </Notice>
  );
}
