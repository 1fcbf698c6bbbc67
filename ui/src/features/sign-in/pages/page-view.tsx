import type { Page } from '../pages.ts';
import {
  ActionFailure,
  ConfirmAction,
  EmailChanged,
  EmailPutBack,
  EmailVerified,
  FactorRemoved,
} from './action-pages.tsx';
import { EmailEntry } from './email-entry.tsx';
import {
  ConnectElsewhere,
  EmailNotReceived,
  LinkConfirmation,
  LinkOfAnother,
  LinkSent,
} from './link-pages.tsx';
import {
  EmailLinkLinking,
  EmailMismatch,
  FederatedLinking,
  PasswordLinking,
} from './linking-pages.tsx';
import { PasskeyPage } from './passkey.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { PasswordSignUp } from './password-sign-up.tsx';
import { PhoneFinish, PhoneStart } from './phone-pages.tsx';
import { ProviderList } from './provider-list.tsx';
import { CheckYourEmail, PasswordRecovery, RecoverySent } from './recovery-pages.tsx';
import { ErrorSheet, SignedOut, UnauthorizedUser, UnsupportedProvider } from './refusal-pages.tsx';
import { PasswordReset, PasswordResetFailure, PasswordResetSuccess } from './reset-pages.tsx';
import {
  PasskeyFactor,
  PhoneFactorCode,
  RecoveryCode,
  SelectFactor,
  TotpCode,
} from './second-factor-pages.tsx';
import { MatchByEmail, SelectTenant } from './tenant-pages.tsx';
import { BlankPage, CallbackPage, SpinnerPage } from './work-pages.tsx';

/** Renders a page by its id. */
export function PageView({ page }: { page: Page }) {
  switch (page.id) {
    case 'providerSignIn':
      return <ProviderList page={page} />;
    case 'signIn':
      return <EmailEntry page={page} />;
    case 'passwordSignIn':
      return <PasswordSignIn page={page} />;
    case 'passwordSignUp':
      return <PasswordSignUp page={page} />;
    case 'passwordRecovery':
      return <PasswordRecovery page={page} />;
    case 'passwordRecoveryEmailSent':
      return <RecoverySent page={page} />;
    case 'checkYourEmail':
      return <CheckYourEmail page={page} />;
    case 'emailLinkSignInSent':
      return <LinkSent page={page} />;
    case 'emailNotReceived':
      return <EmailNotReceived page={page} />;
    case 'emailLinkSignInConfirmation':
      return <LinkConfirmation page={page} />;
    case 'emailLinkSignInLinkingDifferentDevice':
      return <ConnectElsewhere page={page} />;
    case 'differentDeviceError':
    case 'anonymousUserMismatch':
      return <LinkOfAnother id={page.id} />;
    case 'phoneSignInStart':
      return <PhoneStart page={page} />;
    case 'phoneSignInFinish':
      return <PhoneFinish page={page} />;
    case 'passwordLinking':
      return <PasswordLinking page={page} />;
    case 'federatedLinking':
      return <FederatedLinking page={page} />;
    case 'emailLinkSignInLinking':
      return <EmailLinkLinking page={page} />;
    case 'emailMismatch':
      return <EmailMismatch page={page} />;
    case 'mfaSelectFactor':
      return <SelectFactor page={page} />;
    case 'mfaPhoneCode':
      return <PhoneFactorCode page={page} />;
    case 'mfaPasskey':
      return <PasskeyFactor page={page} />;
    case 'mfaTotpCode':
      return <TotpCode page={page} />;
    case 'mfaRecoveryCode':
      return <RecoveryCode page={page} />;
    case 'passkey':
      return <PasskeyPage />;
    case 'unauthorizedUser':
      return <UnauthorizedUser page={page} />;
    case 'unsupportedProvider':
      return <UnsupportedProvider page={page} />;
    case 'callback':
      return <CallbackPage page={page} />;
    case 'blank':
      return <BlankPage page={page} />;
    case 'selectTenant':
      return <SelectTenant />;
    case 'providerMatchByEmail':
      return <MatchByEmail page={page} />;
    case 'spinner':
      return <SpinnerPage />;
    case 'signOut':
      return <SignedOut />;
    case 'passwordReset':
      return <PasswordReset page={page} />;
    case 'passwordResetSuccess':
      return <PasswordResetSuccess page={page} />;
    case 'passwordResetFailure':
      return <PasswordResetFailure />;
    case 'confirmAction':
      return <ConfirmAction page={page} />;
    case 'emailVerificationSuccess':
      return <EmailVerified page={page} />;
    case 'verifyAndChangeEmailSuccess':
      return <EmailChanged page={page} />;
    case 'emailChangeRevoke':
      return <EmailPutBack page={page} />;
    case 'revertSecondFactorAdditionSuccess':
      return <FactorRemoved page={page} />;
    case 'recoverableError':
    case 'unrecoverableError':
      return <ErrorSheet page={page} />;
    default:
      return <ActionFailure page={page} />;
  }
}
