import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../hooks/use-sign-out.ts';
import { Button } from '../ui/button.tsx';

export function SignOutButton() {
  const { t } = useTranslation();
  const leave = useSignOut();
  return (
    <Button onClick={leave}>
      <LogOut aria-hidden="true" />
      {t(($) => $.common.nav.sign_out)}
    </Button>
  );
}
