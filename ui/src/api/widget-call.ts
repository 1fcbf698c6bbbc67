import { authCall } from './auth-call.ts';
import { ofWidgetTenant } from './widget-tenant.ts';

/** A call of the sign-in widget, for its tenant. */
export function widgetCall<Answer>(
  ...[path, options]: Parameters<typeof authCall>
): Promise<Answer> {
  return authCall<Answer>(path, { ...options, ...ofWidgetTenant() });
}
