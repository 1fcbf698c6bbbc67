import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { Buttons } from './page-form.tsx';

/** Leads to the link's continue address, if it has one. */
export function ContinueButton({ to }: { to: string | undefined }) {
  const { t } = useTranslation();
  if (to === undefined) return null;
  return (
    <Buttons>
      <a className={buttonClass('primary')} href={to}>
        {t(($) => $.sign_in.btn.continue)}
      </a>
    </Buttons>
  );
}
