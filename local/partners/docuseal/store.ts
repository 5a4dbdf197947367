import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { atomically } from '#local/aws/dynamodb/durable-database.ts';
import { openRecords } from '../fake-partner.ts';

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

const FILES =
  'CREATE TABLE IF NOT EXISTS files (uuid TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;';

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

export const openStore = (dataDir: string) => {
  const { database, kindOf, next } = openRecords(join(dataDir, 'docuseal.sqlite'), FILES);
  const accounts = kindOf('account', Account, ({ key }) => key);
  const templates = kindOf('template', Template, ({ id }) => id);
  const submissions = kindOf('submission', Submission, ({ id }) => id);
  const deliveries = kindOf('delivery', Delivery, ({ id }) => id);
  const newestFirst = <T extends { id: number }>(all: T[]): T[] => all.sort((a, b) => b.id - a.id);
  return {
    slug,
    number: next,
    atomically: <T>(run: () => T): T => atomically(database, run),
    account: (key: string | undefined): Account | undefined => (key ? accounts.get(key) : undefined),
    accounts: accounts.all,
    putAccount: accounts.put,
    templates: (account: string): Template[] =>
      newestFirst(templates.all().filter((template) => template.account === account)),
    template: (account: string, id: number): Template | undefined => {
      const found = templates.get(id);
      return found?.account === account ? found : undefined;
    },
    hasTemplate: (id: number): boolean => templates.get(id) !== undefined,
    putTemplate: templates.put,
    submissions: (account?: string): Submission[] =>
      newestFirst(submissions.all().filter((submission) => account === undefined || submission.account === account)),
    submission: submissions.get,
    putSubmission: submissions.put,
    submitterAt(wanted: (matches: Submitter) => boolean): { submission: Submission; submitter: Submitter } | undefined {
      for (const submission of submissions.all()) {
        const submitter = submission.submitters.find(wanted);
        if (submitter) return { submission, submitter };
      }
      return undefined;
    },
    deliveries: deliveries.all,
    putDelivery: deliveries.put,
    removeDelivery: deliveries.drop,
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
