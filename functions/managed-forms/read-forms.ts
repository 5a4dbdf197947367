import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { managedForms } from './repository.ts';
import { presentForm, presentFormRow, presentFormVersion } from './shared/present-form.ts';

/** Archived forms last, else by name. */
const rank = ({ status }: { status: string }): number => (status === 'archived' ? 1 : 0);

export const listForms = handler(managedFormEndpoints.list, { managedForms }, async ({ query }, { db }) => {
  const found = (await db.managedForms.all())
    .filter(({ funeral_home_id }) => !query.funeral_home || funeral_home_id === query.funeral_home)
    .filter(({ status }) => !query.status || status === query.status)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  return { count: found.length, next: null, previous: null, results: found.map(presentFormRow) };
});

export const getForm = handler(managedFormEndpoints.get, { managedForms }, async ({ params }, { db }) =>
  presentForm(await db.managedForms.require(params.id)),
);

export const getFormVersion = handler(managedFormEndpoints.version, { managedForms }, async ({ params }, { db }) => {
  const form = await db.managedForms.require(params.id);
  return presentFormVersion(await db.managedForms.requireVersion(form, Number(params.number)));
});
