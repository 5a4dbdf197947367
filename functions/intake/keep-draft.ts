import { randomUUID } from 'node:crypto';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { draftSeconds, type ReportDraft } from '#domain/intake/report-draft.schema.ts';
import { mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { hashOfCode, newCode } from '#functions/families/repository/family-codes.ts';
import { keptDrafts } from '#functions/intake/repository/report-drafts.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import { botCheck } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { assertBotCheckPassed } from './check-sender.ts';

const keptNames = new Set<string>(intakeFields.filter(({ field }) => !field.secured).map(({ field }) => field.name));
/** The home's own questions, as they are numbered (form-settings.ts). */
const ownQuestion = /^q_[a-z0-9_]{1,40}$/;

/** Answers to what a form asks, and nothing else; never a Social Security Number. */
const keptReport = ({ values, not_known, ...report }: ReportDraft): ReportDraft => ({
  ...report,
  values: Object.fromEntries(Object.entries(values).filter(([name]) => keptNames.has(name) || ownQuestion.test(name))),
  not_known: not_known.filter((name) => keptNames.has(name)),
});

/** A family stops and goes on later, on whatever device: a worker mails the link, and only a further mail opens it. */
export const keepDraft = handler(
  intakeEndpoints.keepDraft,
  { homeCards: publicHomeProfiles, publicForms, drafts: keptDrafts, botCheck },
  async ({ body }, { db: shared, within, botCheck, countAccepted, request, now }) => {
    const { email, language, form, recaptcha_token, report } = body;
    const home = await shared.homeCards.find(body.funeral_home_slug);
    if (!home) throw notFound('Funeral home not found');
    assertBotCheckPassed(await botCheck.verify(recaptcha_token, request.ip));
    // Nobody's mailbox is filled, and nobody fills many.
    const tooMany = (await countAccepted('ip')) ?? (await countAccepted('address', email));
    if (tooMany) throw tooMany;
    const { organization_id, funeral_home_id } = home;
    const open = await shared.publicForms.open(funeral_home_id, form ?? mainForm);
    const [id, key] = [randomUUID(), newCode()];
    const { db, work } = within(organization_id);
    const draft = {
      ...{ id, organization_id, funeral_home_id, email },
      ...{ form: form ?? null, language: language ?? ('en' as const), report: keptReport(report) },
      answers: open ? { form_id: open.form_id, number: open.number } : null,
      page_hash: hashOfCode(key),
      expires_at: Math.floor(now.getTime() / 1000) + draftSeconds,
    };
    return work
      .add(db.drafts.put(draft))
      .announce('report-draft.kept', id, { draft_id: id, funeral_home_id })
      .finish({ draft: id, key });
  },
);
