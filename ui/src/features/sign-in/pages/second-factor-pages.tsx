import { useTranslation } from 'react-i18next';
import type { Factor } from '../../../api/auth-types.ts';
import { Button } from '../../../ui/button.tsx';
import type { PageOf } from '../model.ts';
import { CodeField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { useWidget } from '../widget-context.ts';

/** Page 40: which second step to use. */
export function SelectFactor({ page }: { page: PageOf<'mfaSelectFactor'> }) {
  const { t } = useTranslation();
  const { runner } = useWidget();
  const { factors, has_recovery_codes } = page.second.required;
  return (
    <Sheet title={t(($) => $.sign_in.title.second_factor)}>
      <p>{t(($) => $.sign_in.body.second_factor_select)}</p>
      <ul className={styles.factors}>
        {factors.map((factor) => (
          <li key={factor.id}>
            <Button onClick={() => runner.choose(factor.id)}>
              <FactorName factor={factor} />
            </Button>
          </li>
        ))}
      </ul>
      {has_recovery_codes && <RecoveryLink />}
      <Buttons>
        <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
      </Buttons>
    </Sheet>
  );
}

/* The name that the owner chose, or the kind. */
function FactorName({ factor }: { factor: Factor }) {
  const { t } = useTranslation();
  return <>{factor.display_name || t(($) => $.sign_in.factor[factor.kind])}</>;
}

function RecoveryLink() {
  const { t } = useTranslation();
  return (
    <FlowButton button="recoveryCode" look="link">
      {t(($) => $.sign_in.link.recovery_code)}
    </FlowButton>
  );
}

/* Leads to the choice, or back to the only factor. */
function OtherFactorLink() {
  const { t } = useTranslation();
  return (
    <FlowButton button="otherFactor" look="link">
      {t(($) => $.sign_in.link.other_factor)}
    </FlowButton>
  );
}

/** Page 42: the code of an authenticator app. */
export function TotpCode({ page }: { page: PageOf<'mfaTotpCode'> }) {
  const { t } = useTranslation();
  const { required } = page.second;
  const name = page.factor.display_name;
  return (
    <Sheet form title={t(($) => $.sign_in.title.second_factor)}>
      <p>{name ? t(($) => $.sign_in.body.totp_named, { name }) : t(($) => $.sign_in.body.totp)}</p>
      <PageForm>
        <CodeField />
        <div className={styles.links}>
          {required.factors.length > 1 && <OtherFactorLink />}
          {required.has_recovery_codes && <RecoveryLink />}
        </div>
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.continue)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

/** Page 43: a recovery code, and afterwards how many are left. */
export function RecoveryCode({ page }: { page: PageOf<'mfaRecoveryCode'> }) {
  const { t } = useTranslation();
  if (page.session) return <CodesLeft count={page.session.recovery_codes_left ?? 0} />;
  return (
    <Sheet form title={t(($) => $.sign_in.title.recovery_code)}>
      <p>{t(($) => $.sign_in.body.recovery_code)}</p>
      <PageForm>
        <CodeField recovery />
        <div className={styles.links}>
          <OtherFactorLink />
        </div>
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.continue)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

function CodesLeft({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t(($) => $.sign_in.title.recovery_code_used)}>
      <p>{t(($) => $.sign_in.body.codes_left, { count })}</p>
      <p>{t(($) => $.sign_in.body.codes_left_next)}</p>
      <Buttons>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.continue)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}
