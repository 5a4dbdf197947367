import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-messages.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { ManagedFormRecord } from './repository.ts';
import { assertChange, assertFreeSlug, formChanges, needs } from './shared/changing.ts';
import { settingsAfter } from './shared/form-settings.ts';
import { presentForm } from './shared/present-form.ts';

/** Changes the draft. What is open to the public stays as it is until the form is published again. */
export const updateForm = handler(managedFormEndpoints.update, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'edit', body.version);
      const settings = body.settings ? settingsAfter(before.settings, body.settings) : before.settings;
      const next: ManagedFormRecord = {
        ...before,
        ...{ settings, name: body.name ?? before.name, slug: body.slug ?? before.slug },
        has_changes: before.has_changes || !isSame(settings, before.settings),
        ...{ version: before.version + 1, updated_at: now.toISOString(), updated_by_name: actor.name },
      };
      if (next.slug !== before.slug) {
        if (before.versions.length > 0) throw invalid({ slug: [managedFormMessages.slugFixed] });
        await assertFreeSlug(db, next);
      }
      if (next.name === before.name && next.slug === before.slug && isSame(settings, before.settings))
        return presentForm(before);
      return work
        .add(db.managedForms.change(before, next))
        .audit('managed_form.updated', next.funeral_home_id, formChanges(before, next))
        .announce('managed-form.changed', next.funeral_home_id, {
          managed_form_id: next.id,
          funeral_home_id: next.funeral_home_id,
        })
        .finish(presentForm(next));
    },
  ),
);
