import * as z from 'zod';

const email = z.string().nullish();
const flag = z.boolean().nullish();

const Message = z.object({ subject: z.string().optional(), body: z.string().min(1) }).nullish();

const SentField = z.object({ name: z.string(), readonly: z.boolean().optional() });

const SentSubmitter = z.object({
  role: z.string().nullish(),
  name: z.string().nullish(),
  email,
  phone: z.string().nullish(),
  values: z.record(z.string(), z.unknown()).nullish(),
  fields: z.array(SentField).nullish(),
  external_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  send_email: flag,
  order: z.int().nullish(),
});
export type SentSubmitter = z.output<typeof SentSubmitter>;

const common = {
  submitters: z.array(SentSubmitter).optional(),
  send_email: flag,
  order: z.enum(['preserved', 'random']).nullish(),
  name: z.string().nullish(),
  expire_at: z.string().nullish(),
  message: Message,
};

export const CreateSubmission = z.object({ ...common, template_id: z.int().optional() });
export type CreateSubmission = z.output<typeof CreateSubmission>;

const SentArea = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  /** Pages count from 1 in requests. */
  page: z.int().min(1),
});

export const SentDocument = z.object({
  name: z.string(),
  file: z.string(),
  fields: z
    .array(
      z.object({
        name: z.string().default(''),
        type: z.string().default('text'),
        role: z.string().optional(),
        required: z.boolean().default(true),
        options: z.array(z.string()).default([]),
        areas: z.array(SentArea).default([]),
      }),
    )
    .default([]),
});
export type SentDocument = z.output<typeof SentDocument>;

export const CreateSubmissionFromPdf = z.object({
  ...common,
  documents: z.array(SentDocument).min(1),
  merge_documents: flag,
});

export const CreateTemplateFromHtml = z.object({
  html: z.string().min(1),
  name: z.string().optional(),
  external_id: z.string().nullish(),
  folder_name: z.string().nullish(),
});

export const UpdateTemplate = z.object({
  name: z.string().optional(),
  archived: z.boolean().optional(),
});

export const UpdateSubmitter = z.object({
  name: z.string().nullish(),
  email,
  phone: z.string().nullish(),
  send_email: flag,
});

/** Paging of every list; ids descend, so `after` means below. */
const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  after: z.coerce.number().int().optional(),
});

export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}
export const missing = (): Refused => new Refused(404, { status: 404 });
/** Returns the error for a record of another account: existence is checked before ownership. */
export const notYours = (): Refused => new Refused(403, { error: 'Not authorized' });
export const invalid = (error: string): Refused => new Refused(422, { error });
export const needsPro = (what: string): Refused =>
  new Refused(404, { status: 404, message: `This feature is available in Pro Edition: ${what}` });

export const read = <T extends z.ZodType>(schema: T, sent: unknown): z.output<T> => {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalid(
    path.startsWith('message') ? 'body is required in `message`.' : `${path} ${issue?.message ?? 'is invalid'}`,
  );
};

export const paged = <T extends { id: number }, Row>(
  all: readonly T[],
  query: Record<string, string>,
  present: (item: T) => Row,
) => {
  const { limit, after = Infinity } = read(Paging, query);
  const rows = all.filter(({ id }) => id < after).slice(0, limit);
  return { data: rows.map(present), pagination: { count: rows.length, next: rows.at(-1)?.id ?? null } };
};
