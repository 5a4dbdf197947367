import * as z from 'zod';
import { familySteps } from '#domain/families/family-page.schema.ts';
import { type ReportReading, reviewMessages } from '#domain/families/family-review.schema.ts';
import { ReportDraft } from '#domain/intake/intake.schema.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { languages } from '#domain/shared/values/language.ts';
import { isCode, unmatchableHash } from '#functions/families/repository/family-pages.ts';
import { cardOfHome, type PublicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { answerSchema, type FamilyAnswer, familyViewSchema, reportSchema } from './report-record.ts';

/** A report that a family continues from a link in an email. It contains no Social Security Number. */
export const reportDraftSchema = storedSchema({
  kind: 'report draft',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    form: z.string().nullable(),
    /** The open form version; null for the standard form. */
    answers: z.object({ form_id: z.string(), number: z.number().int() }).nullable().default(null),
    email: z.string(),
    language: z.enum(languages),
    report: ReportDraft,
    /** The hash of the page's own secret, which may delete the draft. */
    page_hash: z.string(),
    /** The hash of the secret in the emailed link. */
    link_hash: z.string().optional(),
    /** The hash of the last emailed code, and its expiry in seconds since 1970. */
    code_hash: z.string().optional(),
    code_until: z.number().optional(),
    expires_at: z.number(),
  }),
});
export type StoredReportDraft = z.output<typeof reportDraftSchema.schema>;

const seconds = (now: Date): number => Math.floor(now.getTime() / 1000);

export const opens = ({ code_hash, code_until }: StoredReportDraft, code: string, now: Date): boolean =>
  code_hash !== undefined && seconds(now) < (code_until ?? 0) && isCode(code, [code_hash]);

export const reportDrafts = {
  grants: ['table:report-drafts'],
  shared: (table) => {
    const find = async (
      id: string,
      key: string,
      now: Date,
      by: (draft: StoredReportDraft) => (string | undefined)[],
    ) => {
      const item = await table.get(sharedKeys.reportDraft(id));
      const draft = item && reportDraftSchema.parse(item);
      // DynamoDB deletes expired items some hours late.
      if (!draft || draft.expires_at <= seconds(now)) throw notFound();
      if (
        !isCode(
          key,
          by(draft).filter((hash) => hash !== undefined),
        )
      )
        throw notFound();
      return draft;
    };
    return {
      /** Throws 404 for an unknown or expired draft and a wrong secret. */
      byLink: (id: string, key: string, now: Date) => find(id, key, now, ({ link_hash }) => [link_hash]),
      byOwner: (id: string, key: string, now: Date) =>
        find(id, key, now, ({ link_hash, page_hash }) => [link_hash, page_hash]),
    };
  },
} as const satisfies SharedRepository;

export const keptDrafts = {
  grants: ['table:report-drafts'],
  in: () => ({
    put: (draft: StoredReportDraft): Write => ({
      put: reportDraftSchema.item(sharedKeys.reportDraft(draft.id), draft),
      when: 'absent',
    }),
    remove: (id: string): Write => ({ delete: sharedKeys.reportDraft(id) }),
  }),
} as const satisfies Repository;

const Progress = z.object({
  status: z.enum(['received', 'contacted', 'in_progress']),
  contacted_at: z.string().nullish(),
});

export type PaperOwner = { organization_id: string } & (
  | { case_id: string; report_id: null }
  | { case_id: null; report_id: string }
);

const nobodys = unmatchableHash();

interface StatusFacts {
  report: Item;
  progress: Item | undefined;
  view: z.output<typeof familyViewSchema.schema> | undefined;
  answer: Item | undefined;
  home: PublicHomeProfile | undefined;
}

const reading = ({ view, home, ...items }: StatusFacts): ReportReading => {
  const { reference, submitted_at, kind } = reportSchema.parse(items.report);
  // A new report has no projection yet.
  const progress = items.progress ? Progress.parse(items.progress) : undefined;
  const zone = home?.time_zone ?? 'UTC';
  const dayOf = (instant: string | null | undefined) =>
    instant ? { day: todayIn(zone, new Date(instant)) } : undefined;
  const contacted = dayOf(progress?.contacted_at);
  const status = view ? ('in_progress' as const) : (progress?.status ?? 'received');
  return {
    subject: 'report',
    reference,
    status,
    submitted_at,
    funeral_home_name: home?.name ?? '',
    logo_url: home?.logo_url ?? null,
    telephone: home?.emergency_phone ?? home?.phone ?? null,
    name: view?.name ?? null,
    ended: view?.ended ?? false,
    steps: view?.steps ?? (isInquiry(kind) ? familySteps.slice(0, 2) : [...familySteps]),
    step: view?.step ?? (status === 'in_progress' ? 'arrangements' : status),
    reached: {
      received: todayIn(zone, new Date(submitted_at)),
      ...(contacted ? { contacted: contacted.day } : {}),
      ...view?.reached,
    },
    needs: view?.needs ?? [],
    other_need: view?.other_need ?? '',
    service: view?.service ?? null,
    events: view?.events ?? [],
    contact: view?.contact ?? '',
    review: view?.review ? { ...view.review, confirmed: items.answer ? answerSchema.parse(items.answer) : null } : null,
  };
};

/**
 * Returns the state under a reference; undefined for a wrong code and an unknown reference, after the same read and
 * comparison, so that neither response nor timing tells them apart.
 */
const reportState = async (table: Table, reference: string, code: string) => {
  const report = await table.get(sharedKeys.reportStatus(reference));
  const hashes = [report?.token_hash ?? nobodys, report?.mailed_hash ?? nobodys].map(String);
  if (!isCode(code, hashes) || !report) return undefined;
  const [progress, view] = await Promise.all([
    table.get(sharedKeys.reportProgress(reference), { consistent: false }),
    table.get(sharedKeys.familyView(reference), { consistent: false }),
  ]);
  const home = await cardOfHome(table, String(view?.home ?? report.funeral_home_id));
  return { report, progress, view: view && familyViewSchema.parse(view), home };
};

export const reportStatuses = {
  grants: ['table:report-statuses', 'table:home-cards'],
  shared: (table) => ({
    async read(reference: string, code: string): Promise<ReportReading | undefined> {
      const found = await reportState(table, reference, code);
      const revision = found?.view?.review?.revision;
      const answer = revision ? await table.get(sharedKeys.familyAnswer(reference, revision)) : undefined;
      return found && reading({ ...found, answer });
    },
    /** Undefined for a wrong code and a case that ended. */
    async paperOwner(reference: string, code: string): Promise<PaperOwner | undefined> {
      const found = await reportState(table, reference, code);
      if (!found || found.view?.ended) return undefined;
      if (found.view) return found.view.papers_to ? { ...found.view.papers_to, report_id: null } : undefined;
      const { report } = reportSchema.parse(found.report);
      return report && { organization_id: report.organization_id, case_id: null, report_id: report.id };
    },
    async asked(reference: string, code: string) {
      const found = await reportState(table, reference, code);
      const review = found?.view?.review;
      return review && { ...review, funeral_home_id: found?.view?.home ?? '' };
    },
  }),
} as const satisfies SharedRepository;

/** The public function writes a family's answer to a revision once. */
export const newFamilyAnswers = {
  grants: ['table:submit'],
  in: () => ({
    put: (reference: string, answer: FamilyAnswer): Write => ({
      put: answerSchema.item(sharedKeys.familyAnswer(reference, answer.revision), answer),
      when: 'absent',
      refused: () => new AppError('conflict', { detail: reviewMessages.confirmedAlready }),
    }),
  }),
} as const satisfies Repository;
