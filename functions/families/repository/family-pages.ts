import * as z from 'zod';
import { defaultFamilyPageSettings, familyNeeds } from '#domain/families/family-page.schema.ts';
import { familyView } from '#domain/families/family-view.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import { familyViewSchema, reportSchema, type StoredReport } from '#functions/intake/repository/report-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { familyReviewSchema } from './family-reviews.ts';

/** What staff chose to show the family of a case, beside its sections. */
export const familyPageSchema = storedSchema({
  kind: 'family page',
  shape: 1,
  schema: z.object({
    version: z.number(),
    /** Under which the family asks; null before it was given a code. */
    reference: z.string().nullable(),
    is_open: z.boolean(),
    shows_name: z.boolean(),
    shows_certificate: z.boolean(),
    shows_service: z.boolean(),
    service_note: z.string(),
    needs: z.array(z.enum(familyNeeds)),
    other_need: z.string(),
    contact: z.string(),
    /** What was chosen before the case said the family's language; `familyLanguage` tells which counts. */
    language: z.enum(languages).default('en'),
    /** At which version a code was asked for by mail last. */
    asked_version: z.number().nullable(),
    changed_at: z.string().nullable(),
    changed_by_name: z.string().nullable(),
  }),
});
export type FamilyPageRecord = z.output<typeof familyPageSchema.schema>;

/** The page of a case for which nothing was chosen yet; that of a report's family is open from the start. */
export const newFamilyPage = (reference: string | null, language: Language = 'en'): FamilyPageRecord => ({
  version: 0,
  reference,
  is_open: reference !== null,
  ...defaultFamilyPageSettings,
  language,
  asked_version: null,
  changed_at: null,
  changed_by_name: null,
});

const opened = (core: CaseRecord) => ({
  status: core.status,
  opened_on: core.opened_on ?? core.created_at.slice(0, 10),
});
export const viewOfCase = (core: CaseRecord, sections: CaseSections, page: FamilyPageRecord) =>
  familyView(opened(core), sections, page);

/** What is projected of a case for its family, as an item under its reference; nothing before it has one. */
export const familyPageItems = (core: CaseRecord, sections: CaseSections, parts: readonly Item[]): Item[] => {
  const part = parts.find(({ sk }) => sk === 'PART#FAMILY');
  const { family } = core;
  // Nothing was chosen yet: the code that the family was given shows the case from the start.
  const page = part ? familyPageSchema.parse(part) : family && newFamilyPage(family.reference, family.language);
  if (!page?.reference || !page.is_open) return [];
  const view = viewOfCase(core, sections, page);
  const item = parts.find(({ sk }) => sk === 'PART#REVIEW');
  // A case that was cancelled tells that it ended, and asks for nothing.
  const sent = item && core.status !== 'cancelled' ? familyReviewSchema.parse(item) : undefined;
  const review = sent
    ? {
        ...{ organization_id: core.organization_id, case_id: core.id },
        ...{ revision: sent.revision, informant: sent.informant, facts: sent.facts, changed: sent.changed },
      }
    : null;
  const home = core.funeral_home_id;
  const papers_to = { organization_id: core.organization_id, case_id: core.id };
  return [familyViewSchema.item(sharedKeys.familyView(page.reference), { ...view, home, papers_to, review })];
};

const familyPagesIn = (table: Table, keys: Keys) => ({
  async find(caseId: string): Promise<FamilyPageRecord | undefined> {
    const item = await table.get(keys.casePart(caseId, 'PART#FAMILY'));
    return item && familyPageSchema.parse(item);
  },
  /** The page as it is from now on, if nobody changed it since `before` was read; throws {@link WriteConflict}. */
  write: (caseId: string, before: Pick<FamilyPageRecord, 'version'>, next: FamilyPageRecord): Write => ({
    put: familyPageSchema.item(keys.casePart(caseId, 'PART#FAMILY'), { ...next, version: before.version + 1 }),
    when: before.version ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflict(),
  }),
  /** The one code that counts from now on; those that were given before have ended. */
  setCode: (report: StoredReport): Write => ({
    put: reportSchema.item(sharedKeys.reportStatus(report.reference), report),
  }),
});
export type FamilyPages = ReturnType<typeof familyPagesIn>;
export const familyPages = {
  grants: ['table:cases', 'table:submissions'],
  in: familyPagesIn,
} as const satisfies Repository;
