import { KeyRound, Mail, Phone, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../api/provider-name.ts';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SignInOption } from '../config-types.ts';
import { OtherTenant } from '../other-tenant.tsx';
import { PageInfoBar } from '../page-info-bar.tsx';
import type { PageOf } from '../pages.ts';
import { lookOf } from '../provider-look.ts';
import { ProviderMark } from '../provider-mark.tsx';
import styles from '../sign-in.module.css';
import { Terms } from '../terms.tsx';
import { useOneTap } from '../use-one-tap.ts';
import { useWidget } from '../widget-context.ts';

/** One button per sign-in option, in configured order. */
export function ProviderList({ page }: { page: PageOf<'providerSignIn'> }) {
  const { t } = useTranslation();
  const { runner, busy, visit } = useWidget();
  const list = useRef<HTMLUListElement>(null);
  useOneTap();

  // The focus must not stay where the pressed button was.
  useEffect(() => {
    if (visit > 1) list.current?.querySelector('button')?.focus();
  }, [visit]);

  return (
    <Card page={page.id}>
      <PageInfoBar />
      <div className={styles.content}>
        <ul ref={list} className={styles.providers}>
          {runner.config.signInOptions.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: duplicates stay, in their order
            <li key={`${option.provider} ${at}`}>
              <ProviderButton option={option} />
            </li>
          ))}
        </ul>
        {busy && <Spinner label={t(($) => $.sign_in.a11y.loading)} />}
        <OtherTenant />
        <Terms />
      </div>
    </Card>
  );
}

const icons = { password: Mail, phone: Phone, passkey: KeyRound, anonymous: User };

function ProviderIcon({ option }: { option: SignInOption }) {
  const Icon = icons[option.provider as keyof typeof icons];
  const mark = Icon ? <Icon /> : <ProviderMark provider={option.provider} />;
  return (
    <span className={styles.icon} aria-hidden="true">
      {option.iconUrl ? <img src={option.iconUrl} alt="" /> : mark}
    </span>
  );
}

function useProviderTexts(option: SignInOption): { full: string; short: string } {
  const { t } = useTranslation();
  const { provider, providerName, fullLabel } = option;
  const named = providerName ?? (provider in icons ? undefined : nameOf(option));
  if (named !== undefined) {
    return { full: fullLabel ?? t(($) => $.sign_in.idp.named, { name: named }), short: named };
  }
  const own = provider as keyof typeof icons;
  return {
    full: fullLabel ?? t(($) => $.sign_in.idp[own]),
    short: t(($) => $.sign_in.idp[`short_${own}`]),
  };
}

/** The button of one sign-in option. */
export function ProviderButton({ option }: { option: SignInOption }) {
  const { runner } = useWidget();
  const { full, short } = useProviderTexts(option);
  const look = lookOf(option);
  return (
    <button
      type="button"
      className={classes(styles.provider, look && styles.coloured)}
      data-provider-id={option.provider}
      // The content security policy forbids style attributes, not styles set by a script.
      ref={(element) => {
        element?.style.setProperty('--provider', look?.background ?? '');
        element?.style.setProperty('--provider-text', look?.text ?? '');
      }}
      onClick={() => runner.choose(option.provider)}
    >
      <ProviderIcon option={option} />
      <span className={styles.full}>{full}</span>
      <span className={styles.short}>{short}</span>
    </button>
  );
}
