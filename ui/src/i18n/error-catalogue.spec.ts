import { describe, expect, test } from 'vitest';
import { languages } from './language.ts';
import { texts as en } from './locales/en/account-texts.ts';
import { texts as ro } from './locales/ro/account-texts.ts';

/* The codes that the specification of signing in lists, with `_` for `-`. */
const catalogue = [
  // Accounts, passwords, links and providers.
  'account_exists_with_different_credential',
  'admin_restricted_operation',
  'app_not_authorized',
  'argument_error',
  'cancelled_popup_request',
  'credential_already_in_use',
  'custom_token_mismatch',
  'email_already_in_use',
  'email_exists',
  'expired_action_code',
  'id_token_expired',
  'id_token_revoked',
  'internal_error',
  'invalid_action_code',
  'invalid_api_key',
  'invalid_continue_uri',
  'invalid_credential',
  'invalid_custom_token',
  'invalid_email',
  'invalid_tenant_id',
  'invalid_user_token',
  'merge_conflict',
  'missing_continue_uri',
  'network_request_failed',
  'no_such_provider',
  'null_user',
  'operation_not_allowed',
  'operation_not_supported_in_this_environment',
  'password_does_not_meet_requirements',
  'popup_blocked',
  'popup_closed_by_user',
  'provider_already_linked',
  'requires_recent_login',
  'tenant_id_mismatch',
  'timeout',
  'too_many_requests',
  'unauthorized_continue_uri',
  'unauthorized_domain',
  'unsupported_tenant_operation',
  'user_cancelled',
  'user_disabled',
  'user_mismatch',
  'user_not_found',
  'user_signed_out',
  'user_token_expired',
  'weak_password',
  'web_storage_unsupported',
  'wrong_password',
  // Telephones and second factors.
  'captcha_check_failed',
  'code_expired',
  'invalid_multi_factor_session',
  'invalid_phone_number',
  'invalid_recaptcha_token',
  'invalid_verification_code',
  'invalid_verification_id',
  'maximum_second_factor_count_exceeded',
  'missing_multi_factor_info',
  'missing_phone_number',
  'missing_recaptcha_token',
  'missing_verification_code',
  'missing_verification_id',
  'multi_factor_auth_required',
  'multi_factor_info_not_found',
  'quota_exceeded',
  'second_factor_already_in_use',
  'unsupported_first_factor',
  'unverified_email',
  // Tenants.
  'aborted',
  'already_exists',
  'cancelled',
  'data_loss',
  'deadline_exceeded',
  'failed_precondition',
  'internal',
  'invalid_argument',
  'invalid_configuration',
  'no_matching_tenant_for_email',
  'not_found',
  'not_implemented',
  'out_of_range',
  'permission_denied',
  'resource_exhausted',
  'restart_process',
  'unauthenticated',
  'unavailable',
  'unknown',
];

describe('the catalogue of errors', () => {
  test.each(languages)('%s has words of its own for every code', (language) => {
    const said: Record<string, string> = { en, ro }[language].auth_errors;
    for (const code of catalogue) {
      expect(said[code], code).toMatch(/\S/);
      expect(said[code], code).not.toBe(said.something_went_wrong);
    }
  });
});
