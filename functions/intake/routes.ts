import { randomUUID } from 'node:crypto';
import { isReference } from '#domain/families/family-code.ts';
import { correctionError, reviewMessages } from '#domain/families/family-review.schema.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { intakeErrors } from '#domain/intake/intake.rules.ts';
import {
  type AnsweredForm,
  canonicalInquiry,
  draftSeconds,
  inquiryErrors,
  type ReportDraft,
} from '#domain/intake/intake.schema.ts';
import { intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import { shortcutKey } from '#domain/intake/intake-field.ts';
import { firstWords } from '#domain/intake/intake-wording.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { questionErrors, questionFields, storedAnswers } from '#domain/managed-forms/form-questions.ts';
import { mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { AppError, type FieldErrors, invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { hashOfCode, newCode } from '#functions/families/repository/family-pages.ts';
import { type PublishedForm, publicForms, type StoredSettings } from '#functions/managed-forms/repository.ts';
import { presentPublicForm } from '#functions/managed-forms/shared/present-form.ts';
import { type PublicHomeProfile, publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import type { BotCheck, BotVerdict } from '#functions/platform/adapters/bot-check.ts';
import type { count } from '#functions/platform/adapters/metrics.ts';
import { botCheck, ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { newSsn } from '#functions/ssn/repository.ts';
import { addPaper } from './add-paper.ts';
import { newReportStatus, newSubmission, submissionReceivedResponse } from './new-submission.ts';
import { keptDrafts, newFamilyAnswers, opens, reportDrafts, reportStatuses } from './repository/report-status.ts';
import { type FormValues, newSubmissions, type SubmissionRecord } from './repository/submissions.ts';

type Accepted = BotVerdict & { verdict: 'verified' | 'unverified' };

/** Throws if the verifier rejected the token. A used token may have been used by the same request before. */
function assertBotCheckPassed(found: BotVerdict): asserts found is Accepted {
  if (found.verdict !== 'refused') return;
  throw new AppError('invalid', {
    detail: 'Failed to submit. Please try again or call us directly.',
    reason: `bot check: ${found.error_codes.join(' ')}`,
    ...(found.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
  });
}

/** The page shows the phone number of the error. */
const withTelephone = ({ kind, details }: AppError, { emergency_phone, phone }: PublicHomeProfile): AppError =>
  new AppError(kind, { ...details, extra: { telephone: emergency_phone ?? phone } });

/** Above a home's hourly limit a report is accepted for review, because a family may have sent it. */
const beyondLimit = (found: Accepted): Accepted => ({
  ...found,
  verdict: 'unverified',
  error_codes: [...found.error_codes, 'over-limit'],
});

interface Sending {
  botCheck: BotCheck;
  countAccepted: (by: 'ip' | 'home', about?: string) => Promise<AppError | undefined>;
  count: typeof count;
  request: { ip: string | null };
}

const validateSender = async (
  { botCheck, countAccepted, count, request }: Sending,
  home: PublicHomeProfile,
  token: string,
): Promise<Accepted> => {
  const found: BotVerdict = await botCheck.verify(token, request.ip);
  assertBotCheckPassed(found);
  // Only verified requests count, so that no one else can close a form, and no invalid input counts.
  const tooMany = await countAccepted('ip');
  if (tooMany) throw withTelephone(tooMany, home);
  if (!(await countAccepted('home', home.funeral_home_id))) return found;
  count('ReportsOverLimit');
  return beyondLimit(found);
};

interface PublicForms {
  version: (homeId: string, formId: string, number: number) => Promise<PublishedForm | undefined>;
}

/** The form belongs to another home, or to another endpoint. */
const unknownForm = { form_id: [managedFormMessages.unknownForm] };

interface Found {
  answered: Pick<SubmissionRecord, 'kind' | 'managed_form' | 'extra_answers' | 'quoted_cemetery'>;
  errors: FieldErrors;
}

/** A family's choice of one of the home's cemeteries is sent by name and address. */
const quotedCemetery = ({ cemeteries }: StoredSettings, sent: Values): SubmissionRecord['quoted_cemetery'] => {
  if (sent.cemetery_choice !== otherCemetery) return null;
  const chosen = cemeteries?.find((one) =>
    (['name', 'street', 'city', 'state', 'zip'] as const).every((part) => sent[`cemetery_${part}`] === one[part]),
  );
  if (!chosen || chosen.cost_cents === null) return null;
  return { name: chosen.name, cost_cents: chosen.cost_cents };
};

/** Answers are validated by the form version that the family used, also after a newer one or a closure. */
const answeredForm = async (
  forms: PublicForms,
  { funeral_home_id }: PublicHomeProfile,
  { form_id, form_version, extra_answers, ...sent }: AnsweredForm & Values,
): Promise<Found> => {
  const none = { kind: 'at_need' as const, managed_form: null, extra_answers: [], quoted_cemetery: null };
  if (!form_id) return { answered: none, errors: {} };
  const found = form_version ? await forms.version(funeral_home_id, form_id, form_version) : undefined;
  if (!found) return { answered: none, errors: unknownForm };
  const fields = questionFields(found.settings);
  const { emergency_phone } = found.settings;
  const managed_form = { id: form_id, name: found.name, slug: found.slug, version: found.number, emergency_phone };
  return {
    answered: {
      kind: found.kind,
      managed_form,
      extra_answers: storedAnswers(fields, extra_answers ?? {}),
      quoted_cemetery: quotedCemetery(found.settings, sent),
    },
    errors: questionErrors(fields, extra_answers ?? {}),
  };
};

/** Rejects an unknown home and a failed bot check. An unavailable bot check is marked, not rejected. */
const submitIntake = handler(
  intakeEndpoints.submit,
  {
    homeCards: publicHomeProfiles,
    publicForms,
    submissions: newSubmissions,
    ssn: newSsn,
    botCheck,
    ssnEncryptor,
  },
  async ({ body }, context) => {
    const { db: shared, within, ssnEncryptor, now } = context;
    const { funeral_home_slug, recaptcha_token, social_security_number, language = 'en', ...sent } = body;
    const { form_id, form_version, extra_answers, ...form } = sent;
    const home = await shared.homeCards.find(funeral_home_slug);
    if (!home) throw notFound(homeNotFound);
    // A date may have begun elsewhere on Earth; the home's day counts (D2 §5, not in the future).
    const { answered, errors: open } = await answeredForm(shared.publicForms, home, sent);
    const another = isInquiry(answered.kind) ? unknownForm : {};
    const errors = {
      ...intakeErrors(body, todayIn(home.time_zone, now), clockOfHome(home, now)),
      ...open,
      ...another,
    };
    if (Object.keys(errors).length) throw invalid(errors as FieldErrors);
    const judged = await validateSender(context, home, recaptcha_token);
    const sealed = social_security_number
      ? await ssnEncryptor.seal(home.organization_id, String(social_security_number))
      : undefined;
    const submission = newSubmission(home, form as FormValues, judged, sealed, { ...answered, language }, now);
    const { id, funeral_home_id } = submission;
    const { status_token, status } = newReportStatus(submission);
    const { db, work } = within(home.organization_id);
    return work
      .add(db.submissions.create(submission), db.submissions.createStatus(status), sealed && db.ssn.put(sealed))
      .audit('submission.received', id)
      .announce('intake.submitted', id, { submission_id: id, funeral_home_id })
      .finish(submissionReceivedResponse(submission, status_token));
  },
);

const retainedNames = new Set<string>(
  intakeFields.filter(({ field }) => !field.secured).map(({ field }) => field.name),
);
const shortcutKeys = new Set(intakeSections.flatMap(({ shortcuts = [] }) => shortcuts.map(shortcutKey)));
/** The ids of a home's own questions (form-settings.ts). */
const ownQuestion = /^q_[a-z0-9_]{1,40}$/;

/** A draft stores only answers that the form asks for, never a Social Security Number. */
const keptReport = ({ values, not_known, ticked, ...report }: ReportDraft): ReportDraft => ({
  ...report,
  ...(ticked && { ticked: ticked.filter((key) => shortcutKeys.has(key)) }),
  values: Object.fromEntries(
    Object.entries(values).filter(([name]) => retainedNames.has(name) || ownQuestion.test(name)),
  ),
  not_known: not_known.filter((name) => retainedNames.has(name)),
});

/** A worker emails the link, and only a code from another email opens the draft. */
const keepDraft = handler(
  intakeEndpoints.keepDraft,
  { homeCards: publicHomeProfiles, publicForms, drafts: keptDrafts, botCheck },
  async ({ body }, { db: shared, within, botCheck, countAccepted, request, now }) => {
    const { email, language, form, recaptcha_token, report } = body;
    const home = await shared.homeCards.find(body.funeral_home_slug);
    if (!home) throw notFound(homeNotFound);
    assertBotCheckPassed(await botCheck.verify(recaptcha_token, request.ip));
    // Limits both the sender and the mailbox.
    const tooMany = (await countAccepted('ip')) ?? (await countAccepted('address', email));
    if (tooMany) throw tooMany;
    const { organization_id, funeral_home_id } = home;
    const open = await shared.publicForms.open(funeral_home_id, form ?? mainForm);
    const [id, key] = [randomUUID(), newCode()];
    const { db, work } = within(organization_id);
    const draft = {
      id,
      organization_id,
      funeral_home_id,
      email,
      form: form ?? null,
      language: language ?? ('en' as const),
      report: keptReport(report),
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

const done = { success: true as const };

const askDraftCode = handler(
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

/** Returns the answers with their form version, which may be closed. The copy stays, because a response may be lost. */
const openDraft = handler(intakeEndpoints.openDraft, { reportDrafts, publicForms }, async ({ body }, { db, now }) => {
  const draft = await db.reportDrafts.byLink(body.draft, body.key, now);
  if (!opens(draft, body.code, now)) throw notFound('That code is not correct');
  const { answers, funeral_home_id, report } = draft;
  const form = answers && (await db.publicForms.version(funeral_home_id, answers.form_id, answers.number));
  return { ...report, form: form ? presentPublicForm(form) : null };
});

const forgetDraft = handler(
  intakeEndpoints.forgetDraft,
  { reportDrafts, drafts: keptDrafts },
  async ({ body }, { db: shared, within, now }) => {
    const { id, organization_id } = await shared.reportDrafts.byOwner(body.draft, body.key, now);
    const { db, work } = within(organization_id);
    return work.add(db.drafts.remove(id)).finish(done);
  },
);

const sendInquiry = handler(
  intakeEndpoints.inquire,
  { homeCards: publicHomeProfiles, publicForms, submissions: newSubmissions, botCheck },
  async ({ body }, context) => {
    const { db: shared, within, now } = context;
    const { funeral_home_slug, recaptcha_token, language, form_id, form_version, extra_answers, ...sent } = body;
    const home = await shared.homeCards.find(funeral_home_slug);
    if (!home) throw notFound(homeNotFound);
    const own = { form_id, form_version, extra_answers: extra_answers ?? {} };
    const { answered, errors: open } = await answeredForm(shared.publicForms, home, own);
    const { kind } = answered;
    if (!isInquiry(kind)) throw invalid(unknownForm);
    const today = todayIn(home.time_zone, now);
    const errors = { ...inquiryErrors(kind, sent, today), ...open };
    if (Object.keys(errors).length) throw invalid(errors as FieldErrors);
    const judged = await validateSender(context, home, recaptcha_token);
    const form = canonicalInquiry(kind, sent, today) as FormValues;
    const submission = newSubmission(home, form, judged, undefined, { ...answered, language: language ?? 'en' }, now);
    const { id, funeral_home_id } = submission;
    const { status_token, status } = newReportStatus(submission);
    const { db, work } = within(home.organization_id);
    return work
      .add(db.submissions.create(submission), db.submissions.createStatus(status))
      .audit('submission.received', id)
      .announce('intake.submitted', id, { submission_id: id, funeral_home_id })
      .finish(submissionReceivedResponse(submission, status_token));
  },
);

const confirmFacts = handler(
  intakeEndpoints.confirmFacts,
  { reportStatuses, answers: newFamilyAnswers },
  async ({ params: { a, b }, body }, { db: shared, within, now }) => {
    const reference = a.toUpperCase();
    const asked = await shared.reportStatuses.asked(reference, b);
    if (!asked) throw notFound();
    const { revision, case_id, organization_id, funeral_home_id } = asked;
    if (body.revision !== revision) throw new AppError('conflict', { detail: reviewMessages.confirmedAlready });
    const facts = new Map(asked.facts.map((fact) => [fact.id, fact]));
    const byId = new Map(body.corrections.map((one) => [one.id, one]));
    const corrections = [...byId.values()].filter(({ id, value }) => facts.has(id) && facts.get(id)?.value !== value);
    const errors: FieldErrors = {};
    for (const { id, value } of corrections) {
      const fact = facts.get(id);
      const error = fact && correctionError(fact, value);
      if (error) errors[id] = [error];
    }
    if (Object.keys(errors).length) throw invalid(errors);
    const { db, work } = within(organization_id);
    return work
      .add(
        db.answers.put(reference, { funeral_home_id, revision, name: body.name, at: now.toISOString(), corrections }),
      )
      .audit('family_review.confirmed', case_id, [{ field: 'family.corrections', from: null, to: corrections.length }])
      .announce('family-review.confirmed', case_id, { case_id, revision })
      .finish({ success: true as const });
  },
);

/** The form's own texts replace those of the home. */
const getFuneralHome = handler(
  intakeEndpoints.funeralHome,
  { homeCards: publicHomeProfiles, publicForms },
  async ({ params, query }, { db }) => {
    const home = await db.homeCards.find(params.slug);
    if (!home) throw notFound(homeNotFound);
    const form = await db.publicForms.open(home.funeral_home_id, query.form ?? mainForm);
    if (!form) return { ...home, form: null };
    const { condolence_message, emergency_phone, show_logo } = form.settings;
    // A pre-need form does not show the home's words to mourners.
    const condolence = form.kind === 'pre_need' ? null : home.condolence_message;
    const first = isInquiry(form.kind) ? firstWords[form.kind] : null;
    return {
      ...home,
      condolence_message: condolence_message ?? condolence ?? first,
      emergency_phone: emergency_phone ?? home.emergency_phone,
      logo_url: show_logo ? home.logo_url : null,
      form: presentPublicForm(form),
    };
  },
);

/** Returns the state of a report for a reference and code, else whether a form is open. */
const checkStatus = handler(
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
      slug: home.slug,
      form: b,
      funeral_home_name: home.name,
      // Every home has the standard form at its address.
      is_open: form !== undefined || b === mainForm,
      title: form?.settings.title ?? null,
    };
  },
);

export const intakeRoutes = routesOf(intakeEndpoints, {
  funeralHome: getFuneralHome,
  submit: submitIntake,
  inquire: sendInquiry,
  checkStatus,
  confirmFacts,
  addPaper,
  keepDraft,
  askDraftCode,
  openDraft,
  forgetDraft,
});
