import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { mergeGuest } from '../../api/account.ts';
import type { AuthConfig } from '../../api/auth-types.ts';
import { queries } from '../../api/queries.ts';
import {
  adoptSession,
  guestToken,
  guestUid,
  recheckSession,
  sessionSnapshot,
} from '../../api/session.ts';
import { accountIntent } from '../../hooks/account-intent.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { fromServer, tenantsFromServer } from './config.ts';
import type { ConfigInput } from './config-types.ts';
import type { MergeConflict } from './merge-conflict.ts';
import type { PageId } from './pages.ts';
import { ownProviderClient } from './provider-client.ts';

/** Where a sign-in leads: the requested address, the previous place, or Home. */
function useArrival(): (redirectUrl?: string) => void {
  const navigate = useNavigate();
  const to = useAppPaths();
  return (redirectUrl) => {
    const back = accountIntent.takePlace();
    if (redirectUrl === undefined || redirectUrl === '/') navigate(back ?? to.home());
    else if (paths.isOfApp(redirectUrl)) navigate(redirectUrl);
    else window.location.assign(redirectUrl);
  };
}

/* These pages changed the account and may have ended its sessions. */
const changes: PageId[] = [
  'passwordResetSuccess',
  'emailVerificationSuccess',
  'verifyAndChangeEmailSuccess',
  'emailChangeRevoke',
  'revertSecondFactorAdditionSuccess',
];

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

interface Host {
  /** The tenant that the address names. */
  tenant: string | undefined;
  onSignedIn: () => void;
  onPage: (page: PageId) => void;
}

/** Makes the widget's configuration for the Auth screen from that of the server. */
export function useHostConfig({ tenant, onSignedIn, onPage }: Host) {
  const language = useLanguage();
  const navigate = useNavigate();
  const location = useLocation();
  const client = useQueryClient();
  const arrive = useArrival();
  const legal = (url: string) => paths.legal(url, language, window.location.origin);
  const linkTarget = () => ({ url: accountIntent.place() });

  const callbacks = {
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
      if (changes.includes(page)) void recheckSession();
    },
  };
  return (server: AuthConfig): ConfigInput => ({
    ...withoutGuest(fromServer(server, linkTarget)),
    ...(tenant === undefined ? tenantsFromServer(server) : { tenantId: tenant }),
    loadTenant: async (id: string) =>
      withoutGuest(fromServer(await client.fetchQuery(queries.authConfig(id)), linkTarget)),
    autoUpgradeAnonymousUsers: true,
    signedIn: () => sessionSnapshot().status === 'signed_in' && guestUid() === undefined,
    providers: ownProviderClient(server.persistence),
    tosUrl: legal(server.tos_url) || paths.terms(language),
    privacyPolicyUrl: legal(server.privacy_policy_url) || paths.privacy(language),
    callbacks,
    replaceUrl: (url: string) =>
      navigate(url, { replace: true, state: location.state, preventScrollReset: true }),
  });
}
