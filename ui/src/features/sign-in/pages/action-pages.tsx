import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tagged } from '../../../ui/tagged.tsx';
import { allowsLink, allowsPassword } from '../config.ts';
import { ContinueButton } from '../continue-button.tsx';
import type { ActionMode } from '../mailed-link.ts';
import { Buttons, FlowButton } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import { WithEmail } from '../strong.tsx';
import { useWidget } from '../widget-context.ts';

/** The user presses a button before a code is used. */
export function ConfirmAction({ page }: { page: PageOf<'confirmAction'> }) {
  const { t } = useTranslation();
  const mode = page.action.mode as Exclude<ActionMode, 'resetPassword'>;
  return (
    <Sheet title={t(($) => $.sign_in.title.confirm_action)}>
      <p>{t(($) => $.sign_in.body[`confirm_${mode}`])}</p>
      <Buttons>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.confirm)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}

/** The address is verified. */
export function EmailVerified({ page }: { page: PageOf<'emailVerificationSuccess'> }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.verify_success)}>
      <p>{t(($) => $.sign_in.body.verify_success)}</p>
      <ContinueButton to={page.continueUrl} />
    </Sheet>
  );
}

/** The new address is verified and replaces the old one. */
export function EmailChanged({ page }: { page: PageOf<'verifyAndChangeEmailSuccess'> }) {
  const { t } = useTranslation();
  const { email } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.change_success)}>
      <WithEmail text={t(($) => $.sign_in.body.change_success, { email })} />
      <ContinueButton to={page.continueUrl} />
    </Sheet>
  );
}

const changeLink: Record<string, (inner: string) => ReactNode> = {
  change: (inner) => (
    <FlowButton button="changePassword" look="link">
      {inner}
    </FlowButton>
  ),
};

/** The old address is restored, and the password may be known to somebody else. */
export function EmailPutBack({ page }: { page: PageOf<'emailChangeRevoke'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const { email } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.revoke_success)}>
      <WithEmail text={t(($) => $.sign_in.body.revoke_success, { email })} />
      <p>{t(($) => $.sign_in.body.revoke_next)}</p>
      {allowsPassword(config) && (
        <p>
          <Tagged text={t(($) => $.sign_in.body.revoke_advice)} tags={changeLink} />
        </p>
      )}
      <Buttons>
        {allowsLink(config) && (
          <FlowButton button="emailLink" look={allowsPassword(config) ? 'quiet' : 'primary'}>
            {t(($) => $.sign_in.btn.email_link)}
          </FlowButton>
        )}
        {allowsPassword(config) && (
          <FlowButton button="changePassword" look="primary">
            {t(($) => $.sign_in.btn.new_password)}
          </FlowButton>
        )}
      </Buttons>
    </Sheet>
  );
}

/** The addition of a second factor is undone. */
export function FactorRemoved({ page }: { page: PageOf<'revertSecondFactorAdditionSuccess'> }) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const { phone } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.factor_success)}>
      <p>
        {phone
          ? t(($) => $.sign_in.body.factor_phone, { number: phone })
          : t(($) => $.sign_in.body.factor_device)}
      </p>
      {allowsPassword(config) && (
        <p>
          <Tagged text={t(($) => $.sign_in.body.factor_advice)} tags={changeLink} />
        </p>
      )}
    </Sheet>
  );
}

const failures = {
  emailVerificationFailure: 'verify_failure',
  verifyAndChangeEmailFailure: 'change_failure',
  emailChangeRevokeFailure: 'revoke_failure',
  revertSecondFactorAdditionFailure: 'factor_failure',
} as const;

/** The link did not work. */
export function ActionFailure({ page }: { page: PageOf<keyof typeof failures> }) {
  const { t } = useTranslation();
  const name = failures[page.id];
  return (
    <Sheet title={t(($) => $.sign_in.title[name])}>
      <p>{t(($) => $.sign_in.body[name])}</p>
      {'retry' in page && (
        <Buttons>
          <FlowButton button="retry">{t(($) => $.sign_in.btn.retry)}</FlowButton>
        </Buttons>
      )}
    </Sheet>
  );
}
