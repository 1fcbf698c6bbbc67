import { useTranslation } from 'react-i18next';
import { usePasswordMin } from './use-auth-config.ts';

/** The words for what the server, or the form itself, refused. */
export function useAccountError(): (code: string) => string {
  const { t } = useTranslation();
  const count = usePasswordMin();
  return (code) => {
    switch (code) {
      case 'email_already_in_use':
        return t(($) => $.account.error.email_already_in_use);
      case 'invalid_email':
        return t(($) => $.account.error.invalid_email);
      case 'weak_password':
        return t(($) => $.account.error.weak_password, { count });
      case 'wrong_password':
      case 'invalid_credential':
        return t(($) => $.account.error.wrong_password);
      case 'wrong_current':
        return t(($) => $.account.error.wrong_current);
      case 'missing_password':
        return t(($) => $.account.password_missing);
      case 'missing_name':
        return t(($) => $.account.name_missing);
      case 'too_many_requests':
        return t(($) => $.account.error.too_many_requests);
      case 'too_many_mails':
        return t(($) => $.account.error.too_many_mails);
      case 'requires_recent_login':
      case 'user_token_expired':
      case 'id_token_expired':
      case 'invalid_user_token':
      case 'user_signed_out':
        return t(($) => $.account.error.requires_recent_login);
      case 'network':
        return t(($) => $.account.error.network);
      default:
        return t(($) => $.account.error.unknown);
    }
  };
}
