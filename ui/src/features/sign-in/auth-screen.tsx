import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { mergeGuest } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { queries } from '../../api/queries.ts';
import {
  adoptSession,
  guestToken,
  guestUid,
  type Reader,
  recheckSession,
  sessionSnapshot,
  signOut,
  useSession,
} from '../../api/session.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useAuthText } from '../../hooks/use-auth-text.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { tabStorage } from '../../storage.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tagged } from '../../ui/tagged.tsx';
import styles from './auth-screen.module.css';
import { fromServer, tenantsFromServer } from './config.ts';
import type { ConfigInput } from './config-types.ts';
import type { MergeConflict } from './merge-conflict.ts';
import type { PageId } from './model.ts';
import { ownProviderClient } from './provider-client.ts';
import { firstHeading, headingOf } from './screen-heading.ts';
import { SignInWidget } from './sign-in-widget.tsx';
import { strong } from './strong.tsx';
import { tenantInUrl } from './url.ts';

const returnKey = 'paragraf::return-to';

/** Where the reader was when an account became necessary; read once. */
function returnTo(): string | undefined {
  const kept = tabStorage.get(returnKey);
  return kept && paths.isOfApp(kept) ? kept : undefined;
}

function takeReturnTo(): string | undefined {
  const kept = returnTo();
  tabStorage.remove(returnKey);
  return kept;
}

/** Where a sign-in leads: the requested address, the previous place, or Home. */
function useArrival(): (redirectUrl?: string) => void {
  const navigate = useNavigate();
  const to = useAppPaths();
  return (redirectUrl) => {
    const back = takeReturnTo();
    if (redirectUrl === undefined || redirectUrl === '/') navigate(back ?? to.home());
    else if (paths.isOfApp(redirectUrl)) navigate(redirectUrl);
    else window.location.assign(redirectUrl);
  };
}

/* These pages end a task; the reader decides what comes next. */
const ends: PageId[] = [
  'passwordResetSuccess',
  'emailVerificationSuccess',
  'emailVerificationFailure',
  'verifyAndChangeEmailSuccess',
  'verifyAndChangeEmailFailure',
  'emailChangeRevoke',
  'emailChangeRevokeFailure',
  'revertSecondFactorAdditionSuccess',
  'revertSecondFactorAdditionFailure',
  'recoverableError',
  'signOut',
];

/* These pages changed the account and may have ended its sessions. */
const changes: PageId[] = [
  'passwordResetSuccess',
  'emailVerificationSuccess',
  'verifyAndChangeEmailSuccess',
  'emailChangeRevoke',
  'revertSecondFactorAdditionSuccess',
];

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
  const lead = about === 'account' ? undefined : t(($) => $.pages.auth.description);
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
    if (tenantId) navigate(`/auth?${new URLSearchParams({ mode: 'signOut', tenantId })}`);
  }
  return (
    <>
      <p className={styles.who}>
        <Tagged text={t(($) => $.sign_in.screen.signed_in, { email: name })} tags={strong} />
      </p>
      <div className={styles.actions}>
        <Link to={to.screen('profile')} className={buttonClass('primary')}>
          {t(($) => $.sign_in.link.profile)}
        </Link>
        <Button onClick={() => void end()}>{t(($) => $.sign_in.btn.sign_out)}</Button>
      </div>
    </>
  );
}

/* A guest need not become one again. */
function withoutGuest(config: ConfigInput): ConfigInput {
  if (guestUid() === undefined) return config;
  const options = config.signInOptions as Array<{ provider: string }>;
  return { ...config, signInOptions: options.filter(({ provider }) => provider !== 'anonymous') };
}

/* The reader has an account: it gets what the guest marked. */
async function enterWithMarks({ signIn }: MergeConflict['credential']): Promise<void> {
  const guest = await guestToken();
  adoptSession(await signIn());
  // The marks stay with the guest, which is removed later.
  if (guest !== null) await mergeGuest(guest).catch(() => undefined);
}

/* The server does not know the tenant, or does not serve it. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403].includes(error.status);
}

interface WidgetPlaceProps {
  onSignedIn: () => void;
  onPage: (page: PageId) => void;
}

function WidgetPlace({ onSignedIn, onPage }: WidgetPlaceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const location = useLocation();
  const to = useAppPaths();
  const arrive = useArrival();
  const say = useAuthText();
  const [ended, setEnded] = useState(false);
  const client = useQueryClient();
  // The widget removes the tenant of a mailed link from the address.
  const [named] = useState(() => tenantInUrl(window.location.search));
  const answer = useQuery(queries.authConfig(named));
  const { data: server, isError, error, refetch } = answer;

  if (isError && !server) {
    return (
      <Notice
        urgent
        title={t(($) => $.sign_in.screen.failed)}
        actions={
          !isFinal(error) && (
            <Button onClick={() => void refetch()}>{t(($) => $.common.retry)}</Button>
          )
        }
      >
        {isFinal(error) ? say(error.code) : t(($) => $.sign_in.screen.failed_text)}
      </Notice>
    );
  }
  if (!server) return null;
  const legal = (url: string) => paths.legal(url, language, window.location.origin);
  const linkTarget = () => ({ url: returnTo() });
  const config: ConfigInput = {
    ...withoutGuest(fromServer(server, linkTarget)),
    ...(named === undefined ? tenantsFromServer(server) : { tenantId: named }),
    loadTenant: async (id: string) =>
      withoutGuest(fromServer(await client.fetchQuery(queries.authConfig(id)), linkTarget)),
    autoUpgradeAnonymousUsers: true,
    signedIn: () => sessionSnapshot().status === 'signed_in' && guestUid() === undefined,
    providers: ownProviderClient(server.persistence),
    tosUrl: legal(server.tos_url) || paths.terms(language),
    privacyPolicyUrl: legal(server.privacy_policy_url) || paths.privacy(language),
    callbacks: {
      signInSuccessWithAuthResult: (_: unknown, redirectUrl?: string) => {
        onSignedIn();
        arrive(redirectUrl);
        return false;
      },
      signInFailure: async ({ credential }: MergeConflict) => {
        onSignedIn();
        await enterWithMarks(credential);
        arrive();
      },
      uiChanged: (_: unknown, page: PageId) => {
        onPage(page);
        setEnded(ends.includes(page));
        if (changes.includes(page)) void recheckSession();
      },
    },
    replaceUrl: (url: string) =>
      navigate(url, { replace: true, state: location.state, preventScrollReset: true }),
  };
  return (
    <>
      <SignInWidget config={config} />
      {ended && (
        <p className={styles.onward}>
          <a href={named ? `/auth?${new URLSearchParams({ tenantId: named })}` : to.screen('auth')}>
            {t(($) => $.sign_in.link.to_sign_in)}
          </a>
        </p>
      )}
    </>
  );
}
