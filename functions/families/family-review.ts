import { certificateFields } from '#domain/families/certificate-facts.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { reviewMessages } from '#domain/families/family-review.schema.ts';
import { reviewStatus } from '#domain/families/review-lines.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type FamilyReviewRecord, familyReviews } from '#functions/families/repository/family-reviews.ts';
import { countMail } from '#functions/platform/api/count-mail.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { addressOf, needs, pageOf, valuesOf } from './shared/page-work.ts';

export const getReview = handler(
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

/** What the case says now is sent as it stands; the family confirms these words, whatever is changed meanwhile. */
export const sendReview = handler(
  familyPageEndpoints.sendReview,
  { ...needs, familyReviews },
  ({ params: { id } }, context) => {
    const { db, work, actor, now } = context;
    return context.work.attempt(async () => {
      const [{ kase: caseRecord, page }, before] = await Promise.all([pageOf(db, id), db.familyReviews.find(id)]);
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
        ...{ version: before?.version ?? 0, revision: (before?.revision ?? 0) + 1, reference, facts },
        ...{ sent_at: now.toISOString(), sent_by_name: actor.name },
        informant: String(sections.informant?.informant_name ?? ''),
        changed: answer ? facts.filter((fact) => confirmed.get(fact.id) !== fact.value).map((fact) => fact.id) : [],
      };
      return (
        work
          .add(db.familyReviews.write(id, before, next), db.cases.changeCore(caseRecord.core, {}, now))
          // A page of a report that nobody has chosen anything for is written with it: what is sent shows there.
          .add(page.version === 0 ? db.familyPages.write(id, page, page) : undefined)
          .audit('family_review.sent', id, [{ field: 'family.revision', from: null, to: next.revision }])
          .announce('family-review.sent', id, { case_id: id, revision: next.revision })
          .finish(reviewStatus(next, undefined, facts))
      );
    });
  },
);
