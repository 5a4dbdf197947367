import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { codeLetters, codeText, unambiguousAlphabet } from '#domain/families/family-code.ts';
import { defaultFamilyPageSettings, familyNeeds } from '#domain/families/family-page.schema.ts';
import { CertificateFact } from '#domain/families/family-review.schema.ts';
import { familyView } from '#domain/families/family-view.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import {
  answerSchema,
  familyViewSchema,
  reportSchema,
  type StoredReport,
} from '#functions/intake/repository/report-record.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const drawn = (count: number): string =>
  Array.from({ length: count }, () => unambiguousAlphabet[randomInt(unambiguousAlphabet.length)]).join('');

/** A new report reference such as `R-7K3M-9QTX`: about 2·10¹¹ of them. */
export const newReference = (): string => `R-${drawn(4)}-${drawn(4)}`;

/** A new code such as `7K3MQ-9TXRD`, short enough to be typed from paper. It is kept as a hash alone. */
export const newCode = (): string => codeText(drawn(codeLetters));

export const hashOfCode = (code: string): string => sha256(code);

/** The hash of a code that nobody has: it closes. */
export const unmatchableHash = (): string => sha256(randomBytes(32).toString('base64url'));

/** Whether what somebody gave is one of the codes with these hashes. The time it takes tells nothing of them. */
export const isCode = (given: string, hashes: readonly string[]): boolean => {
  // Links from before codes could be typed carry a longer secret, in which capitals matter.
  const tried = [given, codeText(given)].map((one) => Buffer.from(hashOfCode(one)));
  return tried.flatMap((one) => hashes.map((hash) => timingSafeEqual(one, Buffer.from(hash)))).includes(true);
};

/** What of a certificate was sent to a family last, word for word. */
export const familyReviewSchema = storedSchema({
  kind: 'family review',
  shape: 1,
  schema: z.object({
    version: z.number(),
    revision: z.number().int(),
    reference: z.string(),
    sent_at: z.string(),
    sent_by_name: z.string().nullable(),
    /** As the case names them. */
    informant: z.string(),
    facts: z.array(CertificateFact),
    /** Lines that say something else than what was confirmed before. */
    changed: z.array(z.string()),
  }),
});
export type FamilyReviewRecord = z.output<typeof familyReviewSchema.schema>;

export const createFamilyReviewRepository = (table: Table, keys: Keys) => ({
  async find(caseId: string): Promise<FamilyReviewRecord | undefined> {
    const item = await table.get(keys.casePart(caseId, 'PART#REVIEW'));
    return item && familyReviewSchema.parse(item);
  },
  /** What the family said of a revision; undefined before it did. */
  async answer({ reference, revision }: Pick<FamilyReviewRecord, 'reference' | 'revision'>) {
    const item = await table.get(sharedKeys.familyAnswer(reference, revision));
    return item && answerSchema.parse(item);
  },
  write: (caseId: string, before: FamilyReviewRecord | undefined, next: FamilyReviewRecord): Write => ({
    put: familyReviewSchema.item(keys.casePart(caseId, 'PART#REVIEW'), {
      ...next,
      version: (before?.version ?? 0) + 1,
    }),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflict(),
  }),
});
export const familyReviews = {
  grants: ['table:cases', 'table:submissions'],
  in: createFamilyReviewRepository,
} as const satisfies Repository;

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
