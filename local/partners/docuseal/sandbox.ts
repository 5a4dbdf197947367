import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import {
  type Account,
  type Store,
  type Submission,
  type Submitter,
  submissionStatus,
  submitterStatus,
  type Template,
} from './store.ts';

const times = z.int().min(0).max(10_000);

/**
 * Injected faults, for all or with an account's key for that account only. `status`: the response to every API call
 * before it runs, with `retryAfter` seconds in its header. `hang`: calls get no response. `loseAnswers`: this many next
 * changes run, and the connection is cut before the response.
 */
export const Faults = z.strictObject({
  account: z.string().nullable().default(null),
  status: z.int().min(400).max(599).nullable().default(null),
  retryAfter: times.nullable().default(null),
  hang: z.boolean().default(false),
  loseAnswers: times.default(0),
});
export type Faults = z.output<typeof Faults>;

export type Mail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

export interface Sandbox {
  store: Store;
  now: () => Date;
  faults: Faults;
  url: string;
  fileSecret: string;
  /** Queues a webhook, dated now by default. */
  announce(
    event: string,
    submission: { id: number; account: string },
    more?: { submitterId?: number; at?: Date },
  ): void;
  mail: Mail;
}

const macOf = (secret: string, uuid: string, until: number): string =>
  createHmac('sha256', secret).update(`${uuid}.${until}`).digest('base64url');

export const fileUrl = ({ store, now, url, fileSecret }: Sandbox, uuid: string): string => {
  const until = Math.floor(now().getTime() / 1000) + 40 * 60;
  const name = encodeURIComponent(store.file(uuid)?.name ?? 'file');
  return `${url}/file/${uuid}/${until}/${macOf(fileSecret, uuid, until)}/${name}`;
};

/** True if a URL was created by {@link fileUrl} and has not expired. */
export const fileUrlHolds = ({ now, fileSecret }: Sandbox, uuid: string, until: string, mac: string): boolean => {
  const expectedMac = Buffer.from(macOf(fileSecret, uuid, Number(until)));
  const sentMac = Buffer.from(mac);
  return (
    sentMac.length === expectedMac.length &&
    timingSafeEqual(sentMac, expectedMac) &&
    Number(until) * 1000 > now().getTime()
  );
};

const valuesOf = ({ values }: Submitter) =>
  Object.entries(values).map(([field, value]) => ({
    field,
    // DocuSeal stores pictures as files.
    value: value.startsWith('data:') ? 'https://example.invalid/signature.png' : value,
  }));

const files = (sandbox: Sandbox, papers: readonly { name: string; file: string }[]) =>
  papers.map(({ name, file }) => ({ name, url: fileUrl(sandbox, file) }));

export const presentTemplate = (sandbox: Sandbox, template: Template) => ({
  id: template.id,
  name: template.name,
  schema: template.documents.map(({ uuid, name }) => ({ attachment_uuid: uuid, name })),
  submitters: template.submitters,
  fields: template.fields.map(({ options, ...field }) => ({
    ...field,
    ...(options.length ? { options: options.map((value) => ({ value })) } : {}),
  })),
  external_id: template.external_id,
  folder_name: template.folder_name,
  archived_at: template.archived_at,
  updated_at: template.updated_at,
  documents: files(sandbox, template.documents),
});

export const presentUser = ({ id, email, name }: Account) => ({ id, email, first_name: name, last_name: 'Account' });

/** Returns a submitter as in responses to creations and changes. */
export const presentSubmitter = ({ url }: Sandbox, { id: submission_id }: Submission, submitter: Submitter) => ({
  id: submitter.id,
  submission_id,
  uuid: submitter.uuid,
  slug: submitter.slug,
  email: submitter.email,
  name: submitter.name,
  phone: submitter.phone,
  status: submitterStatus(submitter),
  role: submitter.role,
  external_id: submitter.external_id,
  metadata: submitter.metadata,
  values: valuesOf(submitter),
  sent_at: submitter.sent_at,
  opened_at: submitter.opened_at,
  completed_at: submitter.completed_at,
  declined_at: submitter.declined_at,
  embed_src: `${url}/s/${submitter.slug}`,
});

const templateOf = ({ store }: Sandbox, { account, template_id }: Submission) => {
  const template = template_id === null ? undefined : store.template(account, template_id);
  if (!template) return null;
  const { id, name, folder_name } = template;
  return { id, name, folder_name };
};

/** Returns a list row, without details of the submission itself. */
export const presentRow = (sandbox: Sandbox, submission: Submission) => ({
  id: submission.id,
  name: submission.name,
  status: submissionStatus(submission, sandbox.now()),
  expire_at: submission.expire_at,
  archived_at: submission.archived_at,
  created_at: submission.created_at,
  completed_at: submission.completed_at,
  template: templateOf(sandbox, submission),
  submitters: submission.submitters.map((submitter) => {
    const { values: _, ...row } = presentSubmitter(sandbox, submission, submitter);
    return row;
  }),
});

export const presentSubmission = (sandbox: Sandbox, submission: Submission) => {
  const { signed } = submission;
  return {
    ...presentRow(sandbox, submission),
    submitters: submission.submitters.map((submitter) => presentSubmitter(sandbox, submission, submitter)),
    submission_events: submission.events,
    documents: signed ? files(sandbox, signed.documents) : [],
    audit_log_url: signed ? fileUrl(sandbox, signed.audit) : null,
  };
};
