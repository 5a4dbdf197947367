import type { MissingField } from '#domain/shared/forms/completeness.ts';
import type { CaseStatus } from './case.schema.ts';
import { nextStep } from './case-lifecycle.ts';
import type { SectionValues } from './case-rules.ts';
import { missingForStage } from './completeness.ts';
import { sectionDefinitions } from './sections/section-definitions.ts';

/** No field is missing because of the day it is: conditions look at values and the stage alone. */
const anyDay = '2000-01-01';

/** What a case lacks for its next step: to be activated, or completed; nothing where there is none (D2 §4). */
export function missingForNextStep(sections: SectionValues, status: CaseStatus): MissingField[] {
  const next = nextStep(status);
  return next ? missingForStage(sections, { today: anyDay, stage: next.to }) : [];
}

/** What is missing, as a refusal names it: labels by the title of their section (D1 §8). */
export function missingByCategory(missing: readonly MissingField[]): Record<string, string[]> {
  const byTitle: Record<string, string[]> = {};
  for (const { section, label } of missing) {
    const title = sectionDefinitions.find(({ id }) => id === section)?.title ?? section;
    byTitle[title] = [...(byTitle[title] ?? []), label];
  }
  return byTitle;
}
