import {
  CreateSubmission,
  CreateSubmissionFromPdf,
  invalid,
  missing,
  needsPro,
  notYours,
  paged,
  read,
  type SentDocument,
  type SentSubmitter,
} from './answers.ts';
import { filledPdf, mergedPdf, pageCount } from './pdf.ts';
import { presentRow, presentSubmission, presentSubmitter, type Sandbox } from './sandbox.ts';
import { type Account, type Field, type Submission, type Submitter, signs, type Template, whoseTurn } from './store.ts';
import { pdfOf, takenIn } from './templates.ts';

export const addEvent = (
  { store, now }: Pick<Sandbox, 'store' | 'now'>,
  submission: Submission,
  event_type: string,
  submitter: Submitter | null,
  data: Record<string, unknown> = {},
): void => {
  submission.events.push({
    id: store.number('event', 1),
    submitter_id: submitter?.id ?? null,
    event_type,
    event_timestamp: now().toISOString(),
    data,
  });
};

/** Sends the invitation unless signing is closed; then it silently does nothing, like DocuSeal. */
export const invite = (sandbox: Sandbox, submission: Submission, submitter: Submitter): void => {
  const { now, url, mail } = sandbox;
  if (!submitter.email || submission.archived_at) return;
  if (submission.expire_at && Date.parse(submission.expire_at) <= now().getTime()) return;
  submitter.sent_at ??= now().toISOString();
  addEvent(sandbox, submission, 'send_email', submitter);
  const what = submission.name ?? submission.documents.map(({ name }) => name).join(', ');
  const { subject, body } = submission.message ?? { body: '' };
  const link = `${url}/s/${submitter.slug}`;
  const text =
    body.replaceAll('{{submitter.link}}', link) ||
    `Hi ${submitter.name ?? ''},\n\nYou have been invited to sign “${what}”.\n\n${link}\n`;
  mail({ to: submitter.email, subject: subject ?? `You are invited to sign “${what}”`, text }).catch(() => {});
};

/** Invites signers whose turn it is and who were not invited yet. */
export const inviteNext = (sandbox: Sandbox, submission: Submission): void => {
  for (const submitter of whoseTurn(submission))
    if (signs(submission, submitter) && submitter.send_email && !submitter.sent_at)
      invite(sandbox, submission, submitter);
};

type Query = Record<string, string>;
type Parts = Pick<Template, 'documents' | 'fields' | 'submitters'>;
type Common = Pick<CreateSubmission, 'submitters' | 'send_email' | 'order' | 'name' | 'expire_at' | 'message'>;

/**
 * Letters and digits separated by single dots, pluses or apostrophes; several addresses separated by ";", "," or "/".
 */
const areEmails = (text: string): boolean =>
  text
    .split(/[;,/]/)
    .every((name) =>
      /^[a-z0-9][.']?(?:[\w-]+(?:[.+'][\w-]+)*)?@(?:[a-z0-9]+[.-])*[a-z0-9]+\.[a-z]{2,}$/i.test(name.trim()),
    );

const assertSubmitter = (submitter: SentSubmitter, n: number): void => {
  if (submitter.email && !areEmails(submitter.email)) throw invalid(`email is invalid in \`submitters[${n}]\`.`);
  if (submitter.phone && !/^\+\d+$/.test(submitter.phone))
    throw invalid(`phone should start with +<country code> and contain only digits in \`submitters[${n}]\`.`);
  if (!submitter.email && !submitter.phone && !submitter.name)
    throw invalid(`email, phone or name is required in \`submitters[${n}]\`.`);
};

/** Converts a value for its field: a non-number becomes 0, an unknown option is dropped. */
const chosenOptions = ({ type, options }: Pick<Field, 'type' | 'options'>, value: string): string[] => {
  if (type === 'number') return [String(Number.parseFloat(value) || 0)];
  return (type !== 'radio' && type !== 'select') || options.includes(value) ? [value] : [];
};

/** Returns values as shown: a picture stays a data URL. Throws for an unknown field. */
const valuesFor = (fields: readonly Field[], values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields.find((field) => field.name === name);
      if (!field) throw invalid(`Unknown field: ${name}`);
      return value == null ? [] : chosenOptions(field, String(value)).map((text) => [name, text]);
    }),
  );

const submitterOf = (
  { store, now }: Sandbox,
  { fields, submitters: roles }: Parts,
  input: SentSubmitter,
  n: number,
  sendsMail: boolean,
): Submitter => {
  assertSubmitter(input, n);
  const role = input.role ? roles.find(({ name }) => name === input.role) : roles[n];
  if (!role) throw invalid(`Unknown role: ${input.role}`);
  const ownFields = fields.filter((ownFields) => ownFields.submitter_uuid === role.uuid);
  const at = now().toISOString();
  return {
    id: store.number('submitter', 17_001),
    uuid: role.uuid,
    slug: store.slug(),
    role: role.name,
    name: input.name ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    values: valuesFor(ownFields, input.values ?? {}),
    readonly: (input.fields ?? []).flatMap(({ name, readonly }) => (readonly ? [name] : [])),
    send_email: input.send_email ?? sendsMail,
    order: input.order ?? n,
    sent_at: null,
    opened_at: null,
    started_at: null,
    completed_at: null,
    declined_at: null,
    decline_reason: null,
    ip: null,
    ua: null,
    created_at: at,
    updated_at: at,
  };
};

const make = (
  sandbox: Sandbox,
  account: Account,
  parts: Parts,
  template: Template | null,
  settings: Common,
): Submission => {
  const { store, now } = sandbox;
  const inputs = settings.submitters;
  if (!inputs?.length) throw invalid('submitters is required');
  if (parts.fields.length === 0) throw invalid('Template does not contain fields');
  if (inputs.length > parts.submitters.length) throw invalid('Defined more signing parties than in template');
  const roles = inputs.flatMap(({ role }) => role ?? []);
  if (new Set(roles).size < roles.length) throw invalid('role must be unique in `submitters`.');
  const order = settings.order ?? 'preserved';
  const submitters = inputs.map((input, n) => submitterOf(sandbox, parts, input, n, settings.send_email ?? true));
  const at = now().toISOString();
  const uuids = new Set(submitters.map(({ uuid }) => uuid));
  const submission: Submission = {
    id: store.number('submission', 9_001),
    account: account.key,
    slug: store.slug(),
    name: settings.name ?? template?.name ?? null,
    template_id: template?.id ?? null,
    documents: parts.documents,
    // A role without a signer is dropped.
    fields: parts.fields.filter(({ submitter_uuid }) => uuids.has(submitter_uuid)),
    submitters,
    submitters_order: order,
    message: settings.message ?? null,
    events: [],
    expire_at: settings.expire_at ? new Date(settings.expire_at).toISOString() : null,
    archived_at: null,
    completed_at: null,
    created_at: at,
    updated_at: at,
    signed: null,
  };
  store.atomically(() => {
    inviteNext(sandbox, submission);
    store.putSubmission(submission);
    sandbox.announce('submission.created', submission);
    if (submission.expire_at)
      sandbox.announce('submission.expired', submission, { at: new Date(submission.expire_at) });
  });
  return submission;
};

const asOne = async (documents: readonly SentDocument[], name: string | null | undefined): Promise<SentDocument> => {
  const files = await Promise.all(documents.map(({ file }) => pdfOf(file)));
  const counts = await Promise.all(files.map(pageCount));
  const fields = documents.flatMap((document, n) => {
    const before = counts.slice(0, n).reduce((sum, count) => sum + count, 0);
    return document.fields.map((field) => ({
      ...field,
      areas: field.areas.map((area) => ({ ...area, page: area.page + before })),
    }));
  });
  const merged = Buffer.from(await mergedPdf(files));
  return { name: name ?? documents[0]?.name ?? 'Document', file: merged.toString('base64'), fields };
};

export const submissionCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const requireSubmission = (account: Account, id: number): Submission => {
    const submission = store.submission(id);
    if (!submission) throw missing();
    if (submission.account !== account.key) throw notYours();
    return submission;
  };
  const created = (submission: Submission) => ({
    id: submission.id,
    submitters: submission.submitters.map((submitter) => presentSubmitter(sandbox, submission, submitter)),
    expire_at: submission.expire_at,
  });
  return {
    create(account: Account, body: unknown) {
      const { template_id, ...settings } = read(CreateSubmission, body);
      if (template_id === undefined) throw invalid('template_id is required');
      const template = store.template(account.key, template_id);
      if (!template) throw store.hasTemplate(template_id) ? notYours() : invalid('Template not found');
      if (template.archived_at) throw invalid('Template has been archived');
      return created(make(sandbox, account, template, template, settings));
    },
    async createFromPdf(account: Account, body: unknown) {
      if (!account.pro) throw needsPro('submissions from documents');
      const { documents: sent, merge_documents, ...settings } = read(CreateSubmissionFromPdf, body);
      const documents = merge_documents ? [await asOne(sent, settings.name)] : sent;
      const parts = await takenIn(sandbox, documents);
      return created(make(sandbox, account, parts, null, settings));
    },
    list: (account: Account, query: Query) =>
      paged(
        store
          .submissions(account.key)
          .filter(
            ({ archived_at }) => query.archived === undefined || (query.archived === 'true') === (archived_at !== null),
          ),
        query,
        (submission) => presentRow(sandbox, submission),
      ),
    get: (account: Account, id: number) => presentSubmission(sandbox, requireSubmission(account, id)),
    remove(account: Account, id: number) {
      const submission = requireSubmission(account, id);
      if (!submission.archived_at) {
        submission.archived_at = now().toISOString();
        store.atomically(() => {
          store.putSubmission(submission);
          sandbox.announce('submission.archived', submission);
        });
      }
      return { id, archived_at: submission.archived_at };
    },
  };
};

export const filledPaper = (
  { store }: Pick<Sandbox, 'store'>,
  { fields, submitters }: Submission,
  { uuid, file }: { uuid: string; file: string },
): Promise<Uint8Array<ArrayBuffer>> =>
  filledPdf(
    store.file(file)?.bytes ?? new Uint8Array(),
    fields.filter(({ areas }) => areas.some(({ attachment_uuid }) => attachment_uuid === uuid)),
    ({ name, submitter_uuid }) => submitters.find((submitter) => submitter.uuid === submitter_uuid)?.values[name],
  );
