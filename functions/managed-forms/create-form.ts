import { v7 as uuid } from 'uuid';
import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-messages.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { ManagedFormRecord } from './repository.ts';
import { assertFreeSlug, formChanges, needs } from './shared/changing.ts';
import { firstSettings } from './shared/form-settings.ts';
import { presentForm } from './shared/present-form.ts';

/** Begins a form. A copy keeps the ids of its questions: what a family answered in the one is known in the other. */
export const createForm = handler(managedFormEndpoints.create, needs, async ({ body }, { db, work, actor, now }) => {
  const { funeral_home, name, slug, kind, copy_of } = body;
  if (!(await db.organizations.plainHome(funeral_home))) throw notFound('Funeral home not found');
  assertAllowed(actor, 'home:edit', { homeId: funeral_home });
  const source = copy_of ? await db.managedForms.require(copy_of) : undefined;
  if (source && source.kind !== kind) throw invalid({ copy_of: [managedFormMessages.otherKind] });
  const at = now.toISOString();
  const record: ManagedFormRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    funeral_home_id: funeral_home,
    version: 1,
    ...{ name, slug, kind, status: 'draft', versions: [], has_changes: true },
    settings: source?.settings ?? firstSettings(kind),
    ...{ created_at: at, updated_at: at, updated_by_name: actor.name },
  };
  await assertFreeSlug(db, record);
  return work
    .add(db.managedForms.create(record))
    .audit('managed_form.created', funeral_home, formChanges(undefined, record))
    .announce('managed-form.changed', funeral_home, { managed_form_id: record.id, funeral_home_id: funeral_home })
    .finish(presentForm(record));
});
