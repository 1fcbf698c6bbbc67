import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type Reader, signOut, useSession } from '../../api/session.ts';
import { accountIntent } from '../../hooks/account-intent.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tagged } from '../../ui/tagged.tsx';
import styles from './auth-screen.module.css';
import { firstHeading, headingOf } from './screen-heading.ts';
import { strong } from './strong.tsx';
import { WidgetPlace } from './widget-place.tsx';

/** The sign-in screen: title, description, and the widget or the signed-in reader. */
export function AuthScreen() {
  const { t } = useTranslation();
  // A mailed link is handled by the widget even for a signed-in reader; the widget cleans the
  // address.
  const [byLink] = useState(() => new URLSearchParams(window.location.search).has('mode'));
  const [busyHere, setBusyHere] = useState(false);
  const session = useSession();
  const isReader = session.status === 'signed_in' && !session.reader.isGuest;
  const showReader = isReader && !byLink && !busyHere;
  const [ofWidget, setOfWidget] = useState(() => firstHeading(window.location.search));
  const about = showReader ? 'account' : ofWidget;
  const title = t(($) => $.pages.auth[about]);
  const heading = usePage(title);
  const purpose = usePurpose();
  const lead = about === 'account' ? undefined : (purpose ?? t(($) => $.pages.auth.description));
  return (
    <div className={styles.screen}>
      <PageHeading headingRef={heading} lead={lead}>
        {title}
      </PageHeading>
      <div className={styles.place}>
        {showReader && session.status === 'signed_in' && (
          <SignedIn name={nameOf(session.reader)} tenantId={session.reader.tenantId} />
        )}
        {!showReader && session.status !== 'loading' && (
          <WidgetPlace
            onSignedIn={() => setBusyHere(true)}
            onPage={(page) => setOfWidget((before) => headingOf(page, before))}
          />
        )}
      </div>
    </div>
  );
}

/* What the visitor pressed before the screen opened. */
function usePurpose(): string | undefined {
  const { t } = useTranslation();
  const [purpose] = useState(() => accountIntent.purpose());
  if (purpose?.kind === 'follow' && purpose.subject !== undefined) {
    return t(($) => $.pages.auth.to_follow, { subject: purpose.subject });
  }
  if (purpose?.kind === 'track') return t(($) => $.pages.auth.to_track);
  if (purpose?.kind === 'bookmark') return t(($) => $.pages.auth.to_bookmark);
  return undefined;
}

/* The address; of an account that has none, the name or the number. */
function nameOf({ email, displayName, phoneNumber }: Reader): string {
  return email ?? (displayName || (phoneNumber ?? ''));
}

function SignedIn({ name, tenantId }: { name: string; tenantId: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const navigate = useNavigate();
  async function end() {
    await signOut();
    // A tenant has a page of its own for it.
    if (tenantId) navigate(paths.tenantAuth(tenantId, 'signOut'));
  }
  return (
    <>
      <p className={styles.who}>
        <Tagged text={t(($) => $.sign_in.screen.signed_in, { email: name })} tags={strong} />
      </p>
      <div className={classes(cluster(3), above(5))}>
        <Link to={to.screen('profile')} className={buttonClass('primary')}>
          {t(($) => $.sign_in.link.profile)}
        </Link>
        <Button onClick={() => void end()}>{t(($) => $.sign_in.btn.sign_out)}</Button>
      </div>
    </>
  );
}
