import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';

const instant = z.string();
const moment = instant.nullable();

/** A field's area in fractions of its page; pages from 0. */
const Area = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  page: z.number().int(),
  attachment_uuid: z.string(),
});

const Field = z.object({
  uuid: z.string(),
  submitter_uuid: z.string(),
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  areas: z.array(Area),
  options: z.array(z.string()).default([]),
});
export type Field = z.output<typeof Field>;

/** A PDF of a template or submission; its bytes are stored separately, under `file`. */
const Paper = z.object({ uuid: z.string(), name: z.string(), file: z.string() });
export type Paper = z.output<typeof Paper>;

export const Template = z.object({
  id: z.number().int(),
  account: z.string(),
  slug: z.string(),
  name: z.string(),
  documents: z.array(Paper),
  submitters: z.array(z.object({ name: z.string(), uuid: z.string() })),
  fields: z.array(Field),
  external_id: z.string().nullable(),
  folder_name: z.string(),
  source: z.enum(['native', 'api']),
  archived_at: moment,
  created_at: instant,
  updated_at: instant,
});
export type Template = z.output<typeof Template>;

export const Submitter = z.object({
  id: z.number().int(),
  uuid: z.string(),
  slug: z.string(),
  role: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.string()),
  readonly: z.array(z.string()),
  send_email: z.boolean(),
  order: z.number().int(),
  sent_at: moment,
  opened_at: moment,
  started_at: moment,
  completed_at: moment,
  declined_at: moment,
  decline_reason: z.string().nullable(),
  ip: z.string().nullable(),
  ua: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type Submitter = z.output<typeof Submitter>;

const SubmissionEvent = z.object({
  id: z.number().int(),
  submitter_id: z.number().int().nullable(),
  event_type: z.string(),
  event_timestamp: instant,
  data: z.record(z.string(), z.unknown()),
});

export const Submission = z.object({
  id: z.number().int(),
  account: z.string(),
  slug: z.string(),
  name: z.string().nullable(),
  template_id: z.number().int().nullable(),
  documents: z.array(Paper),
  fields: z.array(Field),
  submitters: z.array(Submitter),
  submitters_order: z.enum(['preserved', 'random']),
  message: z.object({ subject: z.string().optional(), body: z.string() }).nullable(),
  events: z.array(SubmissionEvent),
  expire_at: moment,
  archived_at: moment,
  completed_at: moment,
  created_at: instant,
  updated_at: instant,
  /** Created once everyone has signed. */
  signed: z.object({ documents: z.array(Paper), audit: z.string() }).nullable(),
});
export type Submission = z.output<typeof Submission>;

export const Account = z.object({
  key: z.string(),
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
  /** Paid: documents and templates can be created through the API. */
  pro: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const submitterStatus = (submitter: Submitter): 'declined' | 'completed' | 'opened' | 'sent' | 'awaiting' => {
  if (submitter.declined_at) return 'declined';
  if (submitter.completed_at) return 'completed';
  if (submitter.opened_at) return 'opened';
  return submitter.sent_at ? 'sent' : 'awaiting';
};

/** Archived is not a status. */
export const submissionStatus = (
  { completed_at, submitters, expire_at }: Submission,
  now: Date,
): 'completed' | 'declined' | 'expired' | 'pending' => {
  if (completed_at) return 'completed';
  if (submitters.some(({ declined_at }) => declined_at)) return 'declined';
  return expire_at && Date.parse(expire_at) <= now.getTime() ? 'expired' : 'pending';
};

/** True if the role owns a field; others get a copy and are not waited for. */
export const signs = ({ fields }: Pick<Submission, 'fields'>, { uuid }: Submitter): boolean =>
  fields.some(({ submitter_uuid }) => submitter_uuid === uuid);

/** Returns who may sign now: the first of the unsigned, or all of them in random order. */
export const whoseTurn = (submission: Submission): Submitter[] => {
  const open = submission.submitters.filter((submitter) => signs(submission, submitter) && !submitter.completed_at);
  if (submission.submitters_order === 'random') return open;
  const first = Math.min(...open.map(({ order }) => order));
  return open.filter(({ order }) => order === first);
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS files (uuid TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
`;

/** A queued webhook; its content is read when sent, as in DocuSeal. */
export const Delivery = z.object({
  id: z.number().int(),
  account: z.string(),
  event_type: z.string(),
  submission_id: z.number().int(),
  submitter_id: z.number().int().nullable(),
  /** Time of the event, equal on every attempt. */
  timestamp: z.string(),
  tries: z.number().int(),
  /** Milliseconds since 1970. */
  due: z.number(),
});
export type Delivery = z.output<typeof Delivery>;

export interface StoredFile {
  uuid: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const slug = (): string => randomBytes(9).toString('base64url');

/** All state of the sandbox, in memory and on disk before a change returns. */
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
    atomically: <T>(run: () => T): T => atomically(database, run),
    account: (key: string | undefined): Account | undefined => (key ? accounts.get(key) : undefined),
    accounts: (): Account[] => [...accounts.values()],
    putAccount(account: Account): void {
      accounts.set(account.key, account);
      put('account', account.key, account);
    },
    templates: (account: string): Template[] =>
      newestFirst([...templates.values()].filter((template) => template.account === account)),
    template: (account: string, id: number): Template | undefined => {
      const found = templates.get(String(id));
      return found?.account === account ? found : undefined;
    },
    hasTemplate: (id: number): boolean => templates.has(String(id)),
    putTemplate(template: Template): void {
      templates.set(String(template.id), template);
      put('template', template.id, template);
    },
    submissions: (account?: string): Submission[] =>
      newestFirst(
        [...submissions.values()].filter((submission) => account === undefined || submission.account === account),
      ),
    submission: (id: number): Submission | undefined => submissions.get(String(id)),
    putSubmission(submission: Submission): void {
      submissions.set(String(submission.id), submission);
      put('submission', submission.id, submission);
    },
    submitterAt(wanted: (matches: Submitter) => boolean): { submission: Submission; submitter: Submitter } | undefined {
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
