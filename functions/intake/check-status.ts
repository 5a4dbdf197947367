import { isReference } from '#domain/families/family-code.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { reportStatuses } from '#functions/intake/repository/report-status.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** A reference with its code tells how things stand; the two parts of a form's address, whether that form is open. */
export const checkStatus = handler(
  intakeEndpoints.checkStatus,
  { reportStatuses, homeCards: publicHomeProfiles, publicForms },
  async ({ params: { a, b } }, { db }) => {
    if (isReference(a)) {
      const found = await db.reportStatuses.read(a.toUpperCase(), b);
      if (!found) throw notFound();
      return found;
    }
    const home = await db.homeCards.find(a);
    if (!home) throw notFound();
    const form = await db.publicForms.open(home.funeral_home_id, b);
    return {
      subject: 'form' as const,
      ...{ slug: home.slug, form: b, funeral_home_name: home.name },
      // Without a form of its own every home has the standard one at its address.
      is_open: form !== undefined || b === mainForm,
      title: form?.settings.title ?? null,
    };
  },
);
