import { correctionError, reviewMessages } from '#domain/families/family-review.schema.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { AppError, type FieldErrors, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { newFamilyAnswers, reportStatuses } from '#functions/intake/repository/report-status.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** A family has read the facts: what it corrects and who says so is kept, once, beside what it was sent. */
export const confirmFacts = handler(
  intakeEndpoints.confirmFacts,
  { reportStatuses, answers: newFamilyAnswers },
  async ({ params: { a, b }, body }, { db: shared, within, now }) => {
    const reference = a.toUpperCase();
    const asked = await shared.reportStatuses.asked(reference, b);
    if (!asked) throw notFound();
    const { revision, case_id, organization_id, funeral_home_id } = asked;
    if (body.revision !== revision) throw new AppError('conflict', { detail: reviewMessages.confirmedAlready });
    const facts = new Map(asked.facts.map((fact) => [fact.id, fact]));
    // Of a line that is there twice the last one counts.
    const said = new Map(body.corrections.map((one) => [one.id, one]));
    const corrections = [...said.values()].filter(({ id, value }) => facts.has(id) && facts.get(id)?.value !== value);
    const faults: FieldErrors = {};
    for (const { id, value } of corrections) {
      const fact = facts.get(id);
      const fault = fact && correctionError(fact, value);
      if (fault) faults[id] = [fault];
    }
    if (Object.keys(faults).length) throw invalid(faults);
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
