import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../../ui/classes.ts';
import { offeredTenants } from '../config-tenants.ts';
import type { TenantOption } from '../config-types.ts';
import { EmailField } from '../page-fields.tsx';
import { Buttons, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { useWidget } from '../widget-context.ts';

/** One button per tenant. */
export function SelectTenant() {
  const { t } = useTranslation();
  const { runner } = useWidget();
  return (
    <Sheet terms title={t(($) => $.sign_in.title.select_tenant)}>
      <ul className={styles.providers}>
        {offeredTenants(runner.config).map((tenant) => (
          <li key={tenant.id}>
            <TenantButton tenant={tenant} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function TenantButton({ tenant }: { tenant: TenantOption }) {
  const { t } = useTranslation();
  const { runner } = useWidget();
  const { id, displayName, fullLabel, buttonColor, textColor, iconUrl } = tenant;
  const name = displayName ?? (id || (runner.config.siteName ?? ''));
  return (
    <button
      type="button"
      className={classes(styles.provider, buttonColor && styles.coloured)}
      data-tenant-id={id}
      // The content security policy forbids style attributes, not styles set by a script.
      ref={(element) => {
        element?.style.setProperty('--provider', buttonColor ?? '');
        element?.style.setProperty('--provider-text', textColor ?? '#ffffff');
      }}
      onClick={() => runner.choose(id)}
    >
      <span className={styles.icon} aria-hidden="true">
        {iconUrl ? <img src={iconUrl} alt="" /> : <Building2 />}
      </span>
      <span>{fullLabel ?? t(($) => $.sign_in.tenant.named, { name })}</span>
    </button>
  );
}

/** The address decides about the tenant. */
export function MatchByEmail({ page }: { page: PageOf<'providerMatchByEmail'> }) {
  const { t } = useTranslation();
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.sign_in)}>
      <PageForm>
        <EmailField email={page.email} />
        <Buttons>
          <Submit>{t(($) => $.sign_in.btn.next)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}
