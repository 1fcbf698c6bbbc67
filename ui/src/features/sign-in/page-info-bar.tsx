import { useTranslation } from 'react-i18next';
import { useAuthText } from '../../hooks/use-auth-text.ts';
import { InfoBar } from '../../ui/info-bar.tsx';
import { useWidget } from './widget-context.ts';

/** The message of the page, if it has one. */
export function PageInfoBar() {
  const { t } = useTranslation();
  const errorText = useAuthText();
  const { page, runner } = useWidget();
  if (page.infoBar === undefined) return null;
  return (
    <InfoBar
      text={errorText(page.infoBar)}
      dismiss={t(($) => $.sign_in.a11y.dismiss_message)}
      onDismiss={runner.dismiss}
    />
  );
}
