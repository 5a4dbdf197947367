import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { ManagedFormAction } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-messages.ts';
import type { PolicyActor } from '#domain/shared/access/policies.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { type ManagedFormRecord, type ManagedForms, managedForms } from '#functions/managed-forms/repository.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { type Change, changesBetween } from '#functions/platform/store/audit/audit.ts';
import { presentForm } from './present-form.ts';

/** What every handler of managed forms needs. */
export const needs = { organizations, managedForms };
export interface FormDatabase {
  organizations: Organizations;
  managedForms: ManagedForms;
}

/** Throws where this actor may not do this to the form, or has seen an older one. */
export const assertChange = (
  actor: PolicyActor,
  form: ManagedFormRecord,
  action: ManagedFormAction,
  seen: number | undefined,
): void => {
  assertAllowed(actor, 'managed-form:change', { homeId: form.funeral_home_id, status: form.status, action });
  if (seen !== undefined && seen !== form.version)
    throw conflictError(managedFormEndpoints.update, { current: presentForm(form) });
};

/**
 * Throws where another form of the home, other than an archived one, has the address; and where it is the home's own, and
 * the form reports no death: whoever has to say that somebody died finds the way to say it there.
 */
export const assertFreeSlug = async (
  db: FormDatabase,
  { id, funeral_home_id, slug, kind }: Pick<ManagedFormRecord, 'id' | 'funeral_home_id' | 'slug' | 'kind'>,
): Promise<void> => {
  if (slug === mainForm && kind !== 'at_need') throw invalid({ slug: [managedFormMessages.mainReports] });
  const others = (await db.managedForms.all()).filter(
    (one) => one.funeral_home_id === funeral_home_id && one.id !== id,
  );
  if (others.some((one) => one.slug === slug && one.status !== 'archived'))
    throw invalid({ slug: [managedFormMessages.taken] });
};

const told = (record: ManagedFormRecord): Record<string, unknown> => {
  const { questions, cemeteries, switched_off, spanish, ...settings } = record.settings;
  return {
    name: record.name,
    slug: record.slug,
    kind: record.kind,
    ...settings,
    switched_off: switched_off.join(', ') || null,
    cemeteries: cemeteries?.map(({ name }) => name).join('; ') ?? null,
    questions: questions.map(({ label }) => label).join('; ') || null,
    spanish:
      [...Object.values(spanish ?? {}), ...questions.map((one) => one.spanish?.label)].filter(Boolean).join('; ') ||
      null,
  };
};

/** For the trail of the home: which form, and what of it is different. */
export const formChanges = (before: ManagedFormRecord | undefined, next: ManagedFormRecord): Change[] => [
  { field: 'form', from: before?.name ?? null, to: next.name },
  ...changesBetween(before ? told(before) : {}, told(next))
    .filter(({ field, from, to }) => field !== 'name' && (from !== null || to !== null))
    .map((change) => ({ ...change, field: `form_${change.field}` })),
];
