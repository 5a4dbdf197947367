import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { sectionsWithoutEmbeddedDraft } from '#domain/cases/case-change.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import { missingByCategory, missingForStage } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';

/** Throws 400 with each missing field for a status: its message, and its label by section (D2 §4, D1 §8). */
export const assertNothingMissing = ({ core, sections }: StoredCase, status: CaseStatus): void => {
  const known = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues({ ...core, funeral_home_name: '' }, sections));
  // Whether a field is required does not depend on the day.
  const missing = missingForStage(known, { today: core.created_at.slice(0, 10), stage: status });
  if (missing.length === 0) return;
  throw new AppError('invalid', {
    detail: caseMessages.missingFields,
    fields: Object.fromEntries(missing.map(({ field, message }) => [field, [message]])),
    extra: { missing_fields_by_category: missingByCategory(missing) },
  });
};
