import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { keptDrafts, opens, reportDrafts } from '#functions/intake/repository/report-drafts.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { presentPublicForm } from '#functions/managed-forms/shared/present-form.ts';
import { handler } from '#functions/platform/api/handler.ts';

const done = { success: true as const };

/** Whoever has the link has a code mailed to where the link went. */
export const askDraftCode = handler(
  intakeEndpoints.askDraftCode,
  { reportDrafts },
  async ({ body }, { db, within, countAccepted, now }) => {
    const draft = await db.reportDrafts.byLink(body.draft, body.key, now);
    const { id, organization_id, funeral_home_id, email } = draft;
    const tooMany = await countAccepted('address', email);
    if (tooMany) throw tooMany;
    const { work } = within(organization_id);
    return work.announce('report-draft.code-asked', id, { draft_id: id, funeral_home_id }).finish(done);
  },
);

/**
 * Link and code together give the answers back, with the form that they answer, which may be closed by now. The copy
 * stays: an answer may get lost on its way.
 */
export const openDraft = handler(
  intakeEndpoints.openDraft,
  { reportDrafts, publicForms },
  async ({ body }, { db, now }) => {
    const draft = await db.reportDrafts.byLink(body.draft, body.key, now);
    if (!opens(draft, body.code, now)) throw notFound('This code does not open the report');
    const { answers, funeral_home_id, report } = draft;
    const form = answers && (await db.publicForms.version(funeral_home_id, answers.form_id, answers.number));
    return { ...report, form: form ? presentPublicForm(form) : null };
  },
);

/** It was sent, or is not wanted any more. */
export const forgetDraft = handler(
  intakeEndpoints.forgetDraft,
  { reportDrafts, drafts: keptDrafts },
  async ({ body }, { db: shared, within, now }) => {
    const { id, organization_id } = await shared.reportDrafts.byOwner(body.draft, body.key, now);
    const { db, work } = within(organization_id);
    return work.add(db.drafts.remove(id)).finish(done);
  },
);
