import { firstWords } from '#domain/intake/condolence.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { presentPublicForm } from '#functions/managed-forms/shared/present-form.ts';
import { publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** The home with the form that is open at the address; what the form says of the home stands in place of its own words. */
export const getFuneralHome = handler(
  intakeEndpoints.funeralHome,
  { homeCards: publicHomeProfiles, publicForms },
  async ({ params, query }, { db }) => {
    const home = await db.homeCards.find(params.slug);
    if (!home) throw notFound('Funeral home not found');
    const form = await db.publicForms.open(home.funeral_home_id, query.form ?? mainForm);
    if (!form) return { ...home, form: null };
    const { condolence_message, emergency_phone, show_logo } = form.settings;
    // What the home says to mourners is not said to whoever plans ahead.
    const said = form.kind === 'pre_need' ? null : home.condolence_message;
    const first = isInquiry(form.kind) ? firstWords[form.kind] : null;
    return {
      ...home,
      condolence_message: condolence_message ?? said ?? first,
      emergency_phone: emergency_phone ?? home.emergency_phone,
      logo_url: show_logo ? home.logo_url : null,
      form: presentPublicForm(form),
    };
  },
);
