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
  fileSeconds: number;
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

/** Returns a temporary URL of a file. */
export const fileUrl = ({ store, now, url, fileSecret, fileSeconds }: Sandbox, uuid: string): string => {
  const until = Math.floor(now().getTime() / 1000) + fileSeconds;
  const name = encodeURIComponent(store.file(uuid)?.name ?? 'file');
  return `${url}/file/${uuid}/${until}/${macOf(fileSecret, uuid, until)}/${name}`;
};

/** True if a URL was created by {@link fileUrl} and has not expired. */
export const fileUrlHolds = ({ now, fileSecret }: Sandbox, uuid: string, until: string, mac: string): boolean => {
  const wanted = Buffer.from(macOf(fileSecret, uuid, Number(until)));
  const given = Buffer.from(mac);
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(until) * 1000 > now().getTime();
};

const valuesOf = ({ values }: Submitter) =>
  Object.entries(values).map(([field, value]) => ({
    field,
    // DocuSeal stores pictures as files.
    value: value.startsWith('data:') ? 'https://example.invalid/signature.png' : value,
  }));

const files = (sandbox: Sandbox, papers: readonly { name: string; file: string }[]) =>
  papers.map(({ name, file }) => ({ name, url: fileUrl(sandbox, file) }));

export const presentTemplate = (sandbox: Sandbox, account: Account, template: Template) => ({
  id: template.id,
  slug: template.slug,
  name: template.name,
  schema: template.documents.map(({ uuid, name }) => ({ attachment_uuid: uuid, name })),
  submitters: template.submitters,
  fields: template.fields.map(({ options, ...field }) => ({
    ...field,
    preferences: {},
    ...(options.length ? { options: options.map((value) => ({ value })) } : {}),
  })),
  variables_schema: {},
  preferences: {},
  source: template.source,
  external_id: template.external_id,
  application_key: template.external_id,
  shared_link: false,
  folder_id: 1,
  folder_name: template.folder_name,
  author_id: account.id,
  author: presentUser(account),
  archived_at: template.archived_at,
  created_at: template.created_at,
  updated_at: template.updated_at,
  documents: template.documents.map(({ uuid, name, file }, n) => ({
    id: template.id * 100 + n,
    uuid,
    url: fileUrl(sandbox, file),
    preview_image_url: null,
    filename: `${name}.pdf`,
  })),
});

export const presentUser = ({ id, email, name }: Account) => ({ id, email, first_name: name, last_name: 'Account' });

/** Returns a submitter as in responses to creations and changes. */
export const presentSubmitter = ({ url }: Sandbox, { id: submission_id }: Submission, one: Submitter) => ({
  id: one.id,
  submission_id,
  uuid: one.uuid,
  slug: one.slug,
  email: one.email,
  name: one.name,
  phone: one.phone,
  status: submitterStatus(one),
  role: one.role,
  external_id: one.external_id,
  application_key: one.external_id,
  metadata: one.metadata,
  values: valuesOf(one),
  preferences: { send_email: one.send_email, send_sms: false },
  sent_at: one.sent_at,
  opened_at: one.opened_at,
  completed_at: one.completed_at,
  declined_at: one.declined_at,
  created_at: one.created_at,
  updated_at: one.updated_at,
  embed_src: `${url}/s/${one.slug}`,
});

const templateOf = ({ store }: Sandbox, { account, template_id }: Submission) => {
  const template = template_id === null ? undefined : store.template(account, template_id);
  if (!template) return null;
  const { id, name, external_id, folder_name, created_at, updated_at } = template;
  return { id, name, external_id, folder_name, created_at, updated_at };
};

/** Returns a list row, without details of the submission itself. */
export const presentRow = (sandbox: Sandbox, submission: Submission) => ({
  id: submission.id,
  name: submission.name,
  slug: submission.slug,
  source: 'api',
  submitters_order: submission.submitters_order,
  status: submissionStatus(submission, sandbox.now()),
  expire_at: submission.expire_at,
  archived_at: submission.archived_at,
  created_at: submission.created_at,
  updated_at: submission.updated_at,
  completed_at: submission.completed_at,
  variables: {},
  template: templateOf(sandbox, submission),
  submitters: submission.submitters.map((one) => {
    const { values: _, ...row } = presentSubmitter(sandbox, submission, one);
    return row;
  }),
});

/** Returns a whole submission; `withEvents` as GET does, without as PUT does. */
export const presentSubmission = (sandbox: Sandbox, submission: Submission, withEvents = true) => {
  const { signed } = submission;
  const account = sandbox.store.account(submission.account);
  return {
    ...presentRow(sandbox, submission),
    created_by_user: account ? presentUser(account) : null,
    submitters: submission.submitters.map((one) => ({
      ...presentSubmitter(sandbox, submission, one),
      documents: one.completed_at && signed ? files(sandbox, signed.documents) : [],
    })),
    ...(withEvents ? { submission_events: submission.events } : {}),
    documents: signed ? files(sandbox, signed.documents) : [],
    audit_log_url: signed ? fileUrl(sandbox, signed.audit) : null,
    combined_document_url: null,
  };
};

export const presentForm = (sandbox: Sandbox, submission: Submission, one: Submitter) => ({
  ...presentSubmitter(sandbox, submission, one),
  ip: one.ip,
  ua: one.ua,
  decline_reason: one.decline_reason,
  documents: one.completed_at && submission.signed ? files(sandbox, submission.signed.documents) : [],
  audit_log_url: submission.signed ? fileUrl(sandbox, submission.signed.audit) : null,
  submission_url: `${sandbox.url}/e/${submission.slug}`,
  template: templateOf(sandbox, submission),
  submission: {
    id: submission.id,
    status: submissionStatus(submission, sandbox.now()),
    url: `${sandbox.url}/e/${submission.slug}`,
    variables: {},
    audit_log_url: null,
    combined_document_url: null,
    created_at: submission.created_at,
  },
});
