import { Download } from 'lucide-react';
import { useInstallOffer } from '../hooks/use-install-offer.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { installPrompt } from '../install-prompt.ts';
import { buttonClass } from '../ui/button.tsx';

interface InstallButtonProps {
  className?: string | undefined;
  onChoose?: (() => void) | undefined;
}

/** Shown only while the browser offers to install the site. */
export function InstallButton({ className = buttonClass(), onChoose }: InstallButtonProps) {
  const { t } = useTexts();
  if (!useInstallOffer()) return null;
  function install() {
    onChoose?.();
    void installPrompt.show();
  }
  return (
    <button type="button" className={className} onClick={install}>
      <Download aria-hidden="true" />
      {t(($) => $.install.button)}
    </button>
  );
}
