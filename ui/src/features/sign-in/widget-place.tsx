import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { queries } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useAuthText } from '../../hooks/use-auth-text.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './auth-screen.module.css';
import type { PageId } from './pages.ts';
import { linkEnds } from './screen-heading.ts';
import { SignInWidget } from './sign-in-widget.tsx';
import { tenantInUrl } from './url.ts';
import { useHostConfig } from './use-host-config.ts';

interface WidgetPlaceProps {
  onSignedIn: () => void;
  onPage: (page: PageId) => void;
}

/** The widget with the server's configuration, once that has loaded. */
export function WidgetPlace({ onSignedIn, onPage }: WidgetPlaceProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const [ended, setEnded] = useState(false);
  const isSignedIn = useSession().status === 'signed_in';
  // The widget removes the tenant of a mailed link from the address.
  const [tenant] = useState(() => tenantInUrl(window.location.search));
  const { data: server, isError, error, refetch } = useQuery(queries.authConfig(tenant));
  const configFor = useHostConfig({
    tenant,
    onSignedIn,
    onPage: (page) => {
      onPage(page);
      setEnded(linkEnds.includes(page) || page === 'signOut');
    },
  });

  if (isError && !server) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!server) return null;
  return (
    <>
      <SignInWidget config={configFor(server)} />
      {ended && (
        <p className={styles.onward}>
          {isSignedIn ? (
            <a href={to.home()}>{t(($) => $.common.back_home)}</a>
          ) : (
            <a href={tenant ? paths.tenantAuth(tenant) : to.screen('auth')}>
              {t(($) => $.sign_in.link.to_sign_in)}
            </a>
          )}
        </p>
      )}
    </>
  );
}

/* The server does not know the tenant, or does not serve it. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403].includes(error.status);
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useAuthText();
  const final = isFinal(error);
  return (
    <Notice
      urgent
      title={t(($) => $.sign_in.screen.failed)}
      actions={!final && <Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>}
    >
      {final ? errorText(error.code) : t(($) => $.sign_in.screen.failed_text)}
    </Notice>
  );
}
