import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { ManagedFormRecord } from './repository.ts';
import { assertChange, needs } from './shared/changing.ts';
import { presentForm } from './shared/present-form.ts';

/** The draft becomes the next version, which never changes. What was closed and not changed is opened as it was. */
export const publishForm = handler(managedFormEndpoints.publish, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'publish', body.version);
      // A second click publishes nothing twice.
      if (before.status === 'published' && !before.has_changes) return presentForm(before);
      const at = now.toISOString();
      const number = before.versions.length + 1;
      const published = { number, published_at: at, published_by_name: actor.name };
      const next: ManagedFormRecord = {
        ...before,
        ...{ status: 'published', has_changes: false, versions: [...before.versions, published] },
        ...{ version: before.version + 1, updated_at: at, updated_by_name: actor.name },
      };
      const { id, organization_id, funeral_home_id, name, slug, kind, settings } = next;
      const form = {
        ...{ organization_id, funeral_home_id, form_id: id, number },
        ...{ name, slug, kind, settings, published_at: at },
      };
      return work
        .add(db.managedForms.change(before, next), db.managedForms.open(form))
        .audit('managed_form.published', funeral_home_id, [
          { field: 'form', from: name, to: name },
          { field: 'form_version', from: before.versions.at(-1)?.number ?? null, to: number },
        ])
        .announce('managed-form.published', funeral_home_id, { managed_form_id: id, funeral_home_id, version: number })
        .finish(presentForm(next));
    },
  ),
);
