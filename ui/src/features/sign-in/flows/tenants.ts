import { offeredTenants, tenantFor } from '../config-tenants.ts';
import { fieldErrors, trimmed } from '../fields.ts';
import type { Context, Flow, Step } from '../model.ts';
import { isPress, mayPass, withErrors, withInfoBar } from '../page-steps.ts';
import type { TenantChoice } from '../pages.ts';
import { startPage } from './entries.ts';

/** The first page where readers choose their tenant; a single tenant needs no choice. */
export function tenantStart({ config }: Context): Step {
  if (config.displayMode === 'identifierFirst') {
    return { page: { id: 'providerMatchByEmail', email: '' } };
  }
  const [only, another] = offeredTenants(config);
  return only && !another ? toTenant({ tenantId: only.id }) : { page: { id: 'selectTenant' } };
}

function toTenant(choice: TenantChoice): Step {
  return { page: { id: 'spinner', choice }, request: { kind: 'tenant', ...choice } };
}

/** One button per tenant. */
export const selectTenant: Flow = (page, event, { config }) => {
  if (page.id !== 'selectTenant' || event.type !== 'choose') return undefined;
  const chosen = offeredTenants(config).find(({ id }) => id === event.provider);
  return chosen && toTenant({ tenantId: chosen.id });
};

/** The address decides about the tenant. */
export const matchByEmail: Flow = (page, event, { config }) => {
  if (page.id !== 'providerMatchByEmail' || event.type !== 'submit') return undefined;
  const errors = fieldErrors(event.fields, { email: true });
  if (errors) return withErrors(page, errors);
  const email = trimmed(event.fields.email);
  const tenant = tenantFor(config, email);
  if (!tenant) return withInfoBar({ ...page, email }, 'no_matching_tenant_for_email');
  return toTenant({ tenantId: tenant.id, email });
};

/** The settings of the chosen tenant arrive: its own first page follows. */
export const openingTenant: Flow = (page, event, context) => {
  if (page.id === 'recoverableError' && isPress(event, 'retry') && page.again) {
    return toTenant(page.again);
  }
  if (page.id !== 'spinner') return undefined;
  const { choice } = page;
  if (event.type === 'problem') {
    const again = mayPass(event.code) && { again: choice };
    return { page: { id: 'recoverableError', message: event.code, ...again } };
  }
  if (event.type !== 'answer' || event.answer.to !== 'tenant') return undefined;
  return startPage(context, choice.email ? { email: choice.email } : {});
};
