import * as z from 'zod';
import { type MailProblem, maxDelayHours, mailProblems as problems } from '#domain/shared/email/mail-problem.ts';
import { type Keys, keysOf, type MailName } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table } from '#functions/platform/store/table.ts';

/** Identifies an email: its name, its record, and which of the emails about that record. */
export interface MailAbout {
  mail: MailName;
  record: string;
  version: number;
}

export const mailProblemSchema = storedSchema({
  kind: 'mail problem',
  shape: 1,
  schema: z.object({ problem: z.enum(problems), at: z.string(), expires_at: z.number() }),
});

const retentionDays = 30;
const hourMs = 3_600_000;

/** A delay expires when SES stops trying, because SES does not announce a late delivery. */
const shown = (item: Item | undefined, now: Date): MailProblem | null => {
  if (!item) return null;
  const { problem, at } = mailProblemSchema.parse(item);
  const isOver = problem === 'delayed' && now.getTime() - Date.parse(at) > maxDelayHours * hourMs;
  return isOver ? null : problem;
};

const mailProblemsIn = (table: Table, keys: Keys) => ({
  async find(about: MailAbout, now: Date): Promise<MailProblem | null> {
    return shown(await table.get(keys.mailProblem(about)), now);
  },
  /** Returns problems of all emails of a name, by record and version: `id#version`. */
  async all(mail: MailName, now: Date): Promise<ReadonlyMap<string, MailProblem>> {
    const prefix = `${mail}#`;
    const items = await table.query({ pk: keys.mailProblems(), between: [prefix, prefixEnd(prefix)] });
    return new Map(
      items.flatMap((item) => {
        const problem = shown(item, now);
        return problem ? [[item.sk.slice(prefix.length), problem] as const] : [];
      }),
    );
  },
});
export type MailProblems = ReturnType<typeof mailProblemsIn>;
export const mailProblems = { grants: ['table:mail-problems'], in: mailProblemsIn } as const satisfies Repository;

class KnownAlreadyError extends Error {}

/** Stores a problem. SES reports in any order: a delay never replaces a bounce. */
export const keepMailProblem = async (
  table: Table,
  organizationId: string,
  about: MailAbout,
  problem: MailProblem,
  now: Date,
): Promise<void> => {
  const expires_at = Math.floor(now.getTime() / 1000) + retentionDays * 24 * 3600;
  const put = mailProblemSchema.item(keysOf(organizationId).mailProblem(about), {
    problem,
    at: now.toISOString(),
    expires_at,
  });
  try {
    await table.transact([
      problem === 'delayed' ? { put, when: 'absent' as const, refused: () => new KnownAlreadyError() } : { put },
    ]);
  } catch (error) {
    if (!(error instanceof KnownAlreadyError)) throw error;
  }
};
