import { useTranslation } from 'react-i18next';
import { usePasswordMin } from './use-auth-config.ts';
import { useAuthText } from './use-auth-text.ts';

/* Codes that only mean: sign in again. */
const sessionOver = ['id_token_expired', 'invalid_user_token', 'user_signed_out'];

/** The text for an error of the server or of the form. */
export function useAccountError(): (code: string) => string {
  const { t } = useTranslation();
  const authText = useAuthText();
  const min = usePasswordMin();
  return (code) => {
    if (code === 'wrong_current') return t(($) => $.account.wrong_current);
    if (code === 'current_missing') return authText('password_required');
    return authText(sessionOver.includes(code) ? 'requires_recent_login' : code, { min });
  };
}
