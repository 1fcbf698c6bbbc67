/* The tenant for which the sign-in widget on this page makes its calls; empty is the default one. */
let tenant = '';

export function setWidgetTenant(id: string): void {
  tenant = id;
}

/** The option of a call that belongs to the widget. */
export function ofWidgetTenant(): { tenant?: string } {
  return tenant === '' ? {} : { tenant };
}
