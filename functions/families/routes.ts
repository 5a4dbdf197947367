import { certificateFields } from '#domain/families/certificate-facts.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import {
  FamilyChoices as Choices,
  type FamilyChoices,
  type FamilyPage,
  familyPageMessages,
} from '#domain/families/family-page.schema.ts';
import { reviewMessages } from '#domain/families/family-review.schema.ts';
import { familyAddress, languageOfFamily } from '#domain/families/family-view.ts';
import { reviewStatus } from '#domain/families/review-lines.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import type { DayEventRecord } from '#functions/calendar/repository/days.ts';
import { type Cases, cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { type Submissions, submissions } from '#functions/intake/repository/submissions.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { countMail } from '#functions/platform/api/limits.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type MailProblems, mailProblems } from '#functions/team/repository/mail-problems.ts';
import {
  type FamilyPageRecord,
  type FamilyPages,
  type FamilyReviewRecord,
  familyPages,
  familyReviews,
  hashOfCode,
  newCode,
  newFamilyPage,
  newReference,
  unmatchableHash,
  viewOfCase,
} from './repository/family-pages.ts';

const needs = { cases, familyPages, submissions, mailProblems };

interface Records {
  cases: Cases;
  familyPages: FamilyPages;
  submissions: Submissions;
}

/** Null if the last code was printed. */
const codeProblem = (
  db: { mailProblems: MailProblems },
  id: string,
  { asked_version: version }: FamilyPageRecord,
  now: Date,
): Promise<MailProblem | null> =>
  version === null ? Promise.resolve(null) : db.mailProblems.find({ mail: 'family-code', record: id, version }, now);

interface PageOfCase {
  caseRecord: StoredCase;
  page: FamilyPageRecord;
  events: DayEventRecord[];
  report: { funeral_home_id: string; submitted_at: string };
}

const pageOf = async (db: Records, caseId: string): Promise<PageOfCase> => {
  const [caseRecord, page, events] = await Promise.all([
    db.cases.require(caseId),
    db.familyPages.find(caseId),
    db.familyPages.events(caseId),
  ]);
  const { source_submission_id: source, funeral_home_id, created_at } = caseRecord.core;
  const submission = source ? await db.submissions.find(source) : undefined;
  return {
    caseRecord,
    events,
    page: page ?? newFamilyPage(submission?.reference ?? null, submission?.language),
    report: { funeral_home_id, submitted_at: submission?.created_at ?? created_at },
  };
};

const valuesOf = ({ sections }: StoredCase) =>
  Object.fromEntries(Object.entries(sections).map(([id, { values }]) => [id, values]));

const addressOf = (caseRecord: StoredCase): string => familyAddress(valuesOf(caseRecord).informant);

const presentPage = (
  { caseRecord, events }: Pick<PageOfCase, 'caseRecord' | 'events'>,
  page: FamilyPageRecord,
  mail_problem: MailProblem | null = null,
): FamilyPage => {
  const sections = valuesOf(caseRecord);
  const view = viewOfCase(caseRecord.core, sections, page, events);
  const language = languageOfFamily(sections.informant, page.language);
  return { ...page, language, mails_to: familyAddress(sections.informant), mail_problem, view };
};

const text = (value: FamilyChoices[keyof FamilyChoices]) => (Array.isArray(value) ? value.join(', ') : value);

const choiceChanges = (before: FamilyChoices, next: FamilyChoices) =>
  (Object.keys(Choices.shape) as (keyof FamilyChoices)[])
    .map((name) => ({ field: `family.${name}`, from: text(before[name]), to: text(next[name]) }))
    .filter(({ from, to }) => from !== to);

const getReview = handler(
  familyPageEndpoints.review,
  { ...needs, familyReviews },
  async ({ params: { id } }, { db, now }) => {
    const [caseRecord, sent] = await Promise.all([db.cases.require(id), db.familyReviews.find(id)]);
    const answer = sent && (await db.familyReviews.answer(sent));
    const about = sent && ({ mail: 'family-review', record: id, version: sent.revision } as const);
    const problem = about ? await db.mailProblems.find(about, now) : null;
    return reviewStatus(sent, answer, certificateFields(valuesOf(caseRecord), caseRecord.core.home_state), problem);
  },
);

/** The family confirms the values as sent, whatever changes later. */
const sendReview = handler(
  familyPageEndpoints.sendReview,
  { ...needs, familyReviews },
  ({ params: { id } }, context) => {
    const { db, work, actor, now } = context;
    return context.work.attempt(async () => {
      const [{ caseRecord, page }, before] = await Promise.all([pageOf(db, id), db.familyReviews.find(id)]);
      const { reference } = page;
      if (caseRecord.core.status === 'cancelled') throw new AppError('conflict', { detail: reviewMessages.cancelled });
      if (!page.is_open || !reference) throw new AppError('conflict', { detail: reviewMessages.pageClosed });
      const address = addressOf(caseRecord);
      if (address) await countMail(context, actor.organizationId, address);
      const sections = valuesOf(caseRecord);
      const facts = certificateFields(sections, caseRecord.core.home_state);
      const answer = before && (await db.familyReviews.answer(before));
      const confirmed = new Map(before?.facts.map(({ id: line, value }) => [line, value]));
      for (const { id: line, value } of answer?.corrections ?? []) confirmed.set(line, value);
      const next: FamilyReviewRecord = {
        version: before?.version ?? 0,
        revision: (before?.revision ?? 0) + 1,
        reference,
        facts,
        sent_at: now.toISOString(),
        sent_by_name: actor.name,
        informant: String(sections.informant?.informant_name ?? ''),
        changed: answer ? facts.filter((fact) => confirmed.get(fact.id) !== fact.value).map((fact) => fact.id) : [],
      };
      return (
        work
          .add(db.familyReviews.write(id, before, next), db.cases.changeCore(caseRecord.core, {}, now))
          // A page without choices is written with the review, which is shown there.
          .add(page.version === 0 ? db.familyPages.write(id, page, page) : undefined)
          .audit('family_review.sent', id, [{ field: 'family.revision', from: null, to: next.revision }])
          .announce('family-review.sent', id, { case_id: id, revision: next.revision })
          .finish(reviewStatus(next, undefined, facts))
      );
    });
  },
);

/** A printed code is returned once. The worker that emails a code makes it, so that no staff member sees it. */
const openFamilyPage = handler(familyPageEndpoints.open, needs, ({ params: { id }, body }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const of = await pageOf(db, id);
    const { caseRecord, page, report } = of;
    if (caseRecord.core.status === 'cancelled')
      throw new AppError('conflict', { detail: familyPageMessages.cancelled });
    if (body.by === 'mail') {
      const address = addressOf(caseRecord);
      if (!address) throw invalid({ by: [familyPageMessages.noAddress] });
      await countMail(context, actor.organizationId, address);
    }
    const reference = page.reference ?? newReference();
    const code = body.by === 'paper' ? newCode() : null;
    const token_hash = code ? hashOfCode(code) : unmatchableHash();
    const at = now.toISOString();
    const version = page.version + 1;
    const asked_version = code ? null : version;
    const next = { ...page, reference, is_open: true, asked_version, changed_at: at, changed_by_name: actor.name };
    work
      .add(db.familyPages.write(id, page, next), db.cases.changeCore(caseRecord.core, {}, now))
      .add(db.familyPages.setCode({ reference, token_hash, ...report }))
      .audit('family_page.opened', id, [{ field: 'family.code', from: null, to: body.by }])
      .announce('family-page.opened', id, { case_id: id });
    if (!code) work.announce('family-page.code-asked', id, { case_id: id, version });
    return work.finish({ page: presentPage(of, { ...next, version }), code });
  });
});

const updateFamilyPage = handler(
  familyPageEndpoints.update,
  needs,
  ({ params: { id }, body: { version, ...sent } }, context) => {
    const { db, work, actor, now } = context;
    return context.work.attempt(async () => {
      const of = await pageOf(db, id);
      const { caseRecord, page } = of;
      const problem = await codeProblem(db, id, page, now);
      if (version !== undefined && version !== page.version)
        throw conflictError(familyPageEndpoints.update, { current: presentPage(of, page, problem) });
      const changed = { ...page, ...sent, changed_at: now.toISOString(), changed_by_name: actor.name };
      const changes = choiceChanges(page, changed);
      if (changes.length === 0) return work.finish(presentPage(of, page, problem));
      return work
        .add(db.familyPages.write(id, page, changed), db.cases.changeCore(caseRecord.core, {}, now))
        .audit('family_page.changed', id, changes)
        .announce('family-page.changed', id, { case_id: id })
        .finish(presentPage(of, { ...changed, version: page.version + 1 }, problem));
    });
  },
);

/** Ends every code. The choices stay for a page that is opened again. */
const closeFamilyPage = handler(familyPageEndpoints.close, needs, ({ params: { id } }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const of = await pageOf(db, id);
    const { caseRecord, page, report } = of;
    const { reference } = page;
    if (!page.is_open || !reference) return work.finish(presentPage(of, page));
    const next = { ...page, is_open: false, changed_at: now.toISOString(), changed_by_name: actor.name };
    return work
      .add(db.familyPages.write(id, page, next), db.cases.changeCore(caseRecord.core, {}, now))
      .add(db.familyPages.setCode({ reference, token_hash: unmatchableHash(), ...report }))
      .audit('family_page.closed', id)
      .announce('family-page.changed', id, { case_id: id })
      .finish(presentPage(of, { ...next, version: page.version + 1 }));
  });
});

const getFamilyPage = handler(familyPageEndpoints.get, needs, async ({ params }, { db, now }) => {
  const of = await pageOf(db, params.id);
  const { page } = of;
  return presentPage(of, page, await codeProblem(db, params.id, page, now));
});

export const familyPageRoutes = routesOf(familyPageEndpoints, {
  get: getFamilyPage,
  update: updateFamilyPage,
  open: openFamilyPage,
  close: closeFamilyPage,
  review: getReview,
  sendReview,
});
