import { areas } from '#domain/contract/endpoints.ts';
import type { ManagedForm, SentQuestion } from '#domain/managed-forms/managed-form.schema.ts';
import type { Harness } from './harness.ts';
import { succeeded } from './reports.ts';
import type { Tenant } from './tenants.ts';

const rows = areas['managed-forms'];

let forms = 0;
export const newFormSlug = (): string => `form-${++forms}`;

export const exampleQuestion = (changes: Partial<SentQuestion> = {}): SentQuestion => ({
  kind: 'choice',
  label: 'Which hospice cared for your loved one?',
  options: ['Bayside Hospice', 'Another one'],
  required: true,
  ...changes,
});

/** A draft of a form of the tenant's home, as its owner makes it. */
export const managedForm = async (
  harness: Harness,
  { profiles, home }: Tenant,
  { slug = newFormSlug(), settings }: { slug?: string; settings?: object } = {},
): Promise<ManagedForm> => {
  const as = profiles.super_admin;
  const body = { funeral_home: home.id, name: `Form ${slug}`, slug };
  const made = succeeded(await harness.call(rows.create, { as, body })).body as unknown as ManagedForm;
  if (!settings) return made;
  const params = { id: made.id };
  return succeeded(await harness.call(rows.update, { as, params, body: { settings } })).body as unknown as ManagedForm;
};

/** A form that is open to the public. */
export const openForm = async (
  harness: Harness,
  tenant: Tenant,
  about: Parameters<typeof managedForm>[2] = {},
): Promise<ManagedForm> => {
  const { id } = await managedForm(harness, tenant, about);
  const options = { as: tenant.profiles.super_admin, params: { id } };
  return succeeded(await harness.call(rows.publish, options)).body as unknown as ManagedForm;
};
