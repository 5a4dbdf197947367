import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { ManagedFormRecord } from './repository.ts';
import { assertChange, needs } from './shared/changing.ts';
import { presentForm } from './shared/present-form.ts';

/** The form with another status, and its trail. */
const closed = (before: ManagedFormRecord, status: 'unpublished' | 'archived', now: Date, name: string) => {
  const next: ManagedFormRecord = {
    ...before,
    ...{ status, version: before.version + 1, updated_at: now.toISOString(), updated_by_name: name },
  };
  const changes = [
    { field: 'form', from: before.name, to: before.name },
    { field: 'form_status', from: before.status, to: status },
  ];
  return { next, changes, about: { managed_form_id: before.id, funeral_home_id: before.funeral_home_id } };
};

export const unpublishForm = handler(
  managedFormEndpoints.unpublish,
  needs,
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => db.managedForms.require(params.id),
      async (before) => {
        assertChange(actor, before, 'unpublish', body.version);
        const { next, changes, about } = closed(before, 'unpublished', now, actor.name);
        return work
          .add(db.managedForms.change(before, next), db.managedForms.close(before))
          .audit('managed_form.unpublished', before.funeral_home_id, changes)
          .announce('managed-form.changed', before.funeral_home_id, about)
          .finish(presentForm(next));
      },
    ),
);

export const archiveForm = handler(managedFormEndpoints.archive, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'archive', body.version);
      const { next, changes, about } = closed(before, 'archived', now, actor.name);
      return work
        .add(
          db.managedForms.change(before, next),
          before.status === 'published' ? db.managedForms.close(before) : undefined,
        )
        .audit('managed_form.archived', before.funeral_home_id, changes)
        .announce('managed-form.changed', before.funeral_home_id, about)
        .finish(presentForm(next));
    },
  ),
);
