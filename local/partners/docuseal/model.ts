import * as z from 'zod';

const instant = z.string();
const moment = instant.nullable();

/** Where a field stands on a page, in fractions of it; pages from 0. */
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

/** A PDF of a template or a submission; the file's bytes lie apart, under `file`. */
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
  /** By the field's name. */
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
  /** Made once everybody has signed. */
  signed: z.object({ documents: z.array(Paper), audit: z.string() }).nullable(),
});
export type Submission = z.output<typeof Submission>;

export const Account = z.object({
  /** What the API is asked with. */
  key: z.string(),
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
  /** Paid for: documents and templates may be made through the API. */
  pro: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const submitterStatus = (one: Submitter): 'declined' | 'completed' | 'opened' | 'sent' | 'awaiting' => {
  if (one.declined_at) return 'declined';
  if (one.completed_at) return 'completed';
  if (one.opened_at) return 'opened';
  return one.sent_at ? 'sent' : 'awaiting';
};

/** Archived is no status. */
export const submissionStatus = (
  { completed_at, submitters, expire_at }: Submission,
  now: Date,
): 'completed' | 'declined' | 'expired' | 'pending' => {
  if (completed_at) return 'completed';
  if (submitters.some(({ declined_at }) => declined_at)) return 'declined';
  return expire_at && Date.parse(expire_at) <= now.getTime() ? 'expired' : 'pending';
};

/** A role that owns no field gets a copy and is not waited for. */
export const signs = ({ fields }: Pick<Submission, 'fields'>, { uuid }: Submitter): boolean =>
  fields.some(({ submitter_uuid }) => submitter_uuid === uuid);

/** Those who may sign now: of those who have not, the ones that stand first; everybody where the order is random. */
export const whoseTurn = (submission: Submission): Submitter[] => {
  const open = submission.submitters.filter((one) => signs(submission, one) && !one.completed_at);
  if (submission.submitters_order === 'random') return open;
  const first = Math.min(...open.map(({ order }) => order));
  return open.filter(({ order }) => order === first);
};
