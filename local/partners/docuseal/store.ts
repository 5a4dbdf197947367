import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';
import { Account, Submission, type Submitter, Template } from './model.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS files (uuid TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
`;

/** An announcement that is to be made; what it says is read when it is sent, as DocuSeal does. */
export const Delivery = z.object({
  id: z.number().int(),
  account: z.string(),
  event_type: z.string(),
  submission_id: z.number().int(),
  submitter_id: z.number().int().nullable(),
  /** Of the event: the same at every try. */
  timestamp: z.string(),
  tries: z.number().int(),
  /** In milliseconds since 1970. */
  due: z.number(),
});
export type Delivery = z.output<typeof Delivery>;

export interface StoredFile {
  uuid: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const slug = (): string => randomBytes(9).toString('base64url');

/** Everything that the sandbox knows, in memory and on disk before a change returns. */
export const openStore = (dataDir: string) => {
  const database = openDurableDatabase(join(dataDir, 'docuseal.sqlite'), SCHEMA);
  const load = <T>(kind: string, schema: z.ZodType<T>): Map<string, T> =>
    new Map(
      database
        .prepare('SELECT id, document FROM records WHERE kind = ?')
        .all(kind)
        .map((row) => [String(row.id), schema.parse(JSON.parse(String(row.document)))]),
    );
  const accounts = load('account', Account);
  const templates = load('template', Template);
  const submissions = load('submission', Submission);
  const deliveries = load('delivery', Delivery);
  const put = (kind: string, id: string | number, document: unknown): void => {
    database
      .prepare('INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document')
      .run(kind, String(id), JSON.stringify(document));
  };
  const newestFirst = <T extends { id: number }>(all: Iterable<T>): T[] => [...all].sort((a, b) => b.id - a.id);
  return {
    slug,
    number(name: string, from: number): number {
      const row = database
        .prepare('INSERT INTO numbers VALUES (?, ?) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last')
        .get(name, from);
      return Number(row?.last);
    },
    /** All of it or nothing on disk. */
    atomically: <T>(run: () => T): T => atomically(database, run),
    account: (key: string | undefined): Account | undefined => (key ? accounts.get(key) : undefined),
    accounts: (): Account[] => [...accounts.values()],
    putAccount(account: Account): void {
      accounts.set(account.key, account);
      put('account', account.key, account);
    },
    templates: (account: string): Template[] =>
      newestFirst([...templates.values()].filter((one) => one.account === account)),
    template: (account: string, id: number): Template | undefined => {
      const found = templates.get(String(id));
      return found?.account === account ? found : undefined;
    },
    /** Also of another account. */
    hasTemplate: (id: number): boolean => templates.has(String(id)),
    putTemplate(template: Template): void {
      templates.set(String(template.id), template);
      put('template', template.id, template);
    },
    submissions: (account?: string): Submission[] =>
      newestFirst([...submissions.values()].filter((one) => account === undefined || one.account === account)),
    submission: (id: number): Submission | undefined => submissions.get(String(id)),
    putSubmission(submission: Submission): void {
      submissions.set(String(submission.id), submission);
      put('submission', submission.id, submission);
    },
    submitterAt(wanted: (one: Submitter) => boolean): { submission: Submission; submitter: Submitter } | undefined {
      for (const submission of submissions.values()) {
        const submitter = submission.submitters.find(wanted);
        if (submitter) return { submission, submitter };
      }
      return undefined;
    },
    deliveries: (): Delivery[] => [...deliveries.values()],
    putDelivery(delivery: Delivery): void {
      deliveries.set(String(delivery.id), delivery);
      put('delivery', delivery.id, delivery);
    },
    removeDelivery(id: number): void {
      deliveries.delete(String(id));
      database.prepare('DELETE FROM records WHERE kind = ? AND id = ?').run('delivery', String(id));
    },
    addFile(name: string, bytes: Uint8Array): string {
      const uuid = randomUUID();
      database.prepare('INSERT INTO files VALUES (?, ?, ?)').run(uuid, name, bytes);
      return uuid;
    },
    file(uuid: string): StoredFile | undefined {
      const row = database.prepare('SELECT name, bytes FROM files WHERE uuid = ?').get(uuid);
      return row && { uuid, name: String(row.name), bytes: new Uint8Array(row.bytes as Uint8Array) };
    },
    close: (): void => database.close(),
  };
};
export type Store = ReturnType<typeof openStore>;
