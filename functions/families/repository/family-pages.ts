import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { codeLetters, codeText, unambiguousAlphabet } from '#domain/families/family-code.ts';
import { defaultFamilyPageSettings, familyNeeds } from '#domain/families/family-page.schema.ts';
import { CertificateFact } from '#domain/families/family-review.schema.ts';
import { familyView } from '#domain/families/family-view.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { createDayReads, type DayEventRecord, dayEventOf } from '#functions/calendar/repository/days.ts';
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
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const drawn = (count: number): string =>
  Array.from({ length: count }, () => unambiguousAlphabet[randomInt(unambiguousAlphabet.length)]).join('');

/** Returns a new reference such as `R-7K3M-9QTX`, of about 2·10¹¹. */
export const newReference = (): string => `R-${drawn(4)}-${drawn(4)}`;

/** Returns a new code such as `7K3MQ-9TXRD`, short enough to type from paper. Only its hash is stored. */
export const newCode = (): string => codeText(drawn(codeLetters));

export const hashOfCode = (code: string): string => sha256(code);

/** Returns a hash that no code has, which closes the page. */
export const unmatchableHash = (): string => sha256(randomBytes(32).toString('base64url'));

/** Returns whether the text is one of the codes with these hashes, in constant time. */
export const isCode = (given: string, hashes: readonly string[]): boolean => {
  // Older links have a longer secret, in which capitals matter.
  const tried = [given, codeText(given)].map((code) => Buffer.from(hashOfCode(code)));
  return tried.flatMap((digest) => hashes.map((hash) => timingSafeEqual(digest, Buffer.from(hash)))).includes(true);
};

export const familyReviewSchema = storedSchema({
  kind: 'family review',
  shape: 1,
  schema: z.object({
    version: z.number(),
    revision: z.number().int(),
    reference: z.string(),
    sent_at: z.string(),
    sent_by_name: z.string().nullable(),
    informant: z.string(),
    facts: z.array(CertificateFact),
    /** Lines that differ from what was confirmed before. */
    changed: z.array(z.string()),
  }),
});
export type FamilyReviewRecord = z.output<typeof familyReviewSchema.schema>;

export const createFamilyReviewRepository = (table: Table, keys: Keys) => ({
  find: (caseId: string) => familyReviewSchema.find(table, keys.casePart(caseId, 'PART#REVIEW')),
  /** Returns the family's answer to a revision, or undefined. */
  answer: ({ reference, revision }: Pick<FamilyReviewRecord, 'reference' | 'revision'>) =>
    answerSchema.find(table, sharedKeys.familyAnswer(reference, revision)),
  write: (caseId: string, before: FamilyReviewRecord | undefined, next: FamilyReviewRecord): Write => ({
    put: familyReviewSchema.item(keys.casePart(caseId, 'PART#REVIEW'), {
      ...next,
      version: (before?.version ?? 0) + 1,
    }),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflictError(),
  }),
});
export const familyReviews = {
  grants: ['table:cases', 'table:submissions'],
  in: createFamilyReviewRepository,
} as const satisfies Repository;

export const familyPageSchema = storedSchema({
  kind: 'family page',
  shape: 1,
  schema: z.object({
    version: z.number(),
    reference: z.string().nullable(),
    is_open: z.boolean(),
    shows_name: z.boolean(),
    shows_certificate: z.boolean(),
    shows_service: z.boolean(),
    service_note: z.string(),
    needs: z.array(z.enum(familyNeeds)),
    other_need: z.string(),
    contact: z.string(),
    /** Chosen before the case had the field; `familyLanguage` decides. */
    language: z.enum(languages).default('en'),
    asked_version: z.number().nullable(),
    changed_at: z.string().nullable(),
    changed_by_name: z.string().nullable(),
  }),
});
export type FamilyPageRecord = z.output<typeof familyPageSchema.schema>;

/** The page of a report's family is open from the start. */
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
export const viewOfCase = (
  core: CaseRecord,
  sections: CaseSections,
  page: FamilyPageRecord,
  events: readonly DayEventRecord[],
) => familyView(opened(core), sections, page, events);

/** Returns the item of the family's view under its reference; none before it has one. */
export const familyPageItems = (core: CaseRecord, sections: CaseSections, parts: readonly Item[]): Item[] => {
  const part = parts.find(({ sk }) => sk === 'PART#FAMILY');
  const { family } = core;
  // Before staff chose anything, the family's code shows the case.
  const page = part ? familyPageSchema.parse(part) : family && newFamilyPage(family.reference, family.language);
  if (!page?.reference || !page.is_open) return [];
  const events = parts.filter(({ sk }) => sk.startsWith('EVENT#')).map(dayEventOf);
  const view = viewOfCase(core, sections, page, events);
  const item = parts.find(({ sk }) => sk === 'PART#REVIEW');
  // A cancelled case only shows that it ended.
  const sent = item && core.status !== 'cancelled' ? familyReviewSchema.parse(item) : undefined;
  const review = sent
    ? {
        organization_id: core.organization_id,
        case_id: core.id,
        revision: sent.revision,
        informant: sent.informant,
        facts: sent.facts,
        changed: sent.changed,
      }
    : null;
  const home = core.funeral_home_id;
  const papers_to = { organization_id: core.organization_id, case_id: core.id };
  return [familyViewSchema.item(sharedKeys.familyView(page.reference), { ...view, home, papers_to, review })];
};

const familyPagesIn = (table: Table, keys: Keys) => ({
  find: (caseId: string) => familyPageSchema.find(table, keys.casePart(caseId, 'PART#FAMILY')),
  write: (caseId: string, before: Pick<FamilyPageRecord, 'version'>, next: FamilyPageRecord): Write => ({
    put: familyPageSchema.item(keys.casePart(caseId, 'PART#FAMILY'), { ...next, version: before.version + 1 }),
    when: before.version ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflictError(),
  }),
  events: createDayReads(table, keys).ofCase,
  setCode: (report: StoredReport): Write => ({
    put: reportSchema.item(sharedKeys.reportStatus(report.reference), report),
  }),
});
export type FamilyPages = ReturnType<typeof familyPagesIn>;
export const familyPages = {
  grants: ['table:cases', 'table:submissions'],
  in: familyPagesIn,
} as const satisfies Repository;
