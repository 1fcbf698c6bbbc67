import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../ui/classes.ts';
import { muted } from '../../ui/layout.ts';
import { Tagged } from '../../ui/tagged.tsx';
import { termsOf } from './config.ts';
import type { LinkTarget } from './config-types.ts';
import styles from './sign-in.module.css';
import { useWidget } from './widget-context.ts';

function TermsLink({ target, children }: { target: LinkTarget; children: ReactNode }) {
  if (typeof target === 'string') {
    return (
      <a href={target} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return (
    <button type="button" className={styles.link} onClick={() => target()}>
      {children}
    </button>
  );
}

/** Terms and privacy: a sentence on the first page, two links on the others, or nothing. */
export function Terms() {
  const { t } = useTranslation();
  const { page, ordinal, runner } = useWidget();
  const terms = termsOf(runner.config);
  if (!terms) return null;
  const { signInOptions } = runner.config;
  const listSkipped = signInOptions.length === 1 && page.id === 'signIn';
  const firstSeen = ordinal === 1 && (page.id === 'passwordSignIn' || page.id === 'passwordSignUp');
  const isPhone = page.id === 'phoneSignInStart';
  const phoneOnly = isPhone && signInOptions.length === 1;
  const isList = ['providerSignIn', 'selectTenant', 'providerMatchByEmail'].includes(page.id);
  if (isList || listSkipped || firstSeen || phoneOnly) {
    return (
      <p className={styles.terms}>
        <Tagged
          text={phoneOnly ? t(($) => $.sign_in.tos.phone) : t(($) => $.sign_in.tos.full)}
          tags={{
            tos: (words) => <TermsLink target={terms.tos}>{words}</TermsLink>,
            pp: (words) => <TermsLink target={terms.privacy}>{words}</TermsLink>,
          }}
        />
      </p>
    );
  }
  return (
    <>
      {isPhone && <p className={muted}>{t(($) => $.sign_in.tos.sms_notice)}</p>}
      <p className={classes(styles.terms, styles.both)}>
        <TermsLink target={terms.tos}>{t(($) => $.sign_in.tos.tos_link)}</TermsLink>
        <TermsLink target={terms.privacy}>{t(($) => $.sign_in.tos.pp_link)}</TermsLink>
      </p>
    </>
  );
}
