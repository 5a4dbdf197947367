import * as z from 'zod';
import { ReportDraft } from '#domain/intake/report-draft.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { languages } from '#domain/shared/values/language.ts';
import { isCode } from '#functions/families/repository/family-codes.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Write } from '#functions/platform/store/table.ts';

/** A report that a family means to go on with, from a link in a mail. It holds no Social Security Number. */
export const reportDraftSchema = storedSchema({
  kind: 'report draft',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    form: z.string().nullable(),
    /** The version of the home's form that was open there; null for the form that every home has. */
    answers: z.object({ form_id: z.string(), number: z.number().int() }).nullable().default(null),
    email: z.string(),
    language: z.enum(languages),
    report: ReportDraft,
    /** Of what the page that kept it may take it away with. */
    page_hash: z.string(),
    /** Of the secret in the mailed link, which nobody here has seen. */
    link_hash: z.string().optional(),
    /** Of the code that was mailed last, and until when it opens (seconds since 1970). */
    code_hash: z.string().optional(),
    code_until: z.number().optional(),
    /** The table forgets it then. */
    expires_at: z.number(),
  }),
});
export type StoredReportDraft = z.output<typeof reportDraftSchema.schema>;

const seconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Whether this code opens the draft now. */
export const opens = ({ code_hash, code_until }: StoredReportDraft, code: string, now: Date): boolean =>
  code_hash !== undefined && seconds(now) < (code_until ?? 0) && isCode(code, [code_hash]);

/** For the public function: the draft behind a link, or behind what its own page knows. */
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
      // The table forgets some hours late.
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
      /** Throws 404 for an unknown draft, a wrong secret and one whose time is over. */
      byLink: (id: string, key: string, now: Date) => find(id, key, now, ({ link_hash }) => [link_hash]),
      /** The same for whoever may take it away: its own page as well. */
      byOwner: (id: string, key: string, now: Date) =>
        find(id, key, now, ({ link_hash, page_hash }) => [link_hash, page_hash]),
    };
  },
} as const satisfies SharedRepository;

/** What of a draft is written, within the organization of its home. */
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
