import { useTranslation } from 'react-i18next';
import styles from './sign-in.module.css';
import { useWidget } from './widget-context.ts';

/** The way back to the choice, on the first page of a tenant that the reader chose. */
export function OtherTenant() {
  const { t } = useTranslation();
  const { runner } = useWidget();
  if (!runner.mayLeaveTenant) return null;
  return (
    <button type="button" className={styles.link} onClick={runner.leaveTenant}>
      {t(($) => $.sign_in.link.other_tenant)}
    </button>
  );
}
