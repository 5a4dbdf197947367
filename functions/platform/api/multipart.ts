import { Busboy } from '@fastify/busboy';
import type * as z from 'zod';
import type { Multipart, UploadedFile } from '#domain/shared/contract/endpoint.ts';
import { AppError, type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';

const amounts: Readonly<Record<string, (limit: number | bigint) => string>> = {
  string: (limit) => `${limit} ${limit === 1 ? 'character' : 'characters'}`,
  array: (limit) => `${limit} ${limit === 1 ? 'entry' : 'entries'}`,
};
const amount = (origin: string, limit: number | bigint): string => amounts[origin]?.(limit) ?? String(limit);

const kinds: Readonly<Record<string, string>> = {
  string: 'This must be text',
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be true or false',
  array: 'This must be a list',
};

/** Returns the message of an issue whose schema has none; zod's are meant for developers. */
export const defaultIssueMessage = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return 'This field is required.';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'This value is not valid';
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `Enter at most ${amount(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `Enter at least ${amount(issue.origin, issue.minimum)}`;
    default:
      return 'This value is not valid';
  }
};

const ofText = / must be text$/;

/** Returns issues as field errors; those of the whole value are in `non_field_errors`. */
export const toFieldErrors = (issues: readonly z.core.$ZodIssue[]): Record<string, string[]> => {
  const fields: Record<string, string[]> = {};
  for (const { path, message, code, input } of issues) {
    const field = path.map(String).join('.') || 'non_field_errors';
    // For a missing text, "required" helps more than "not a string".
    const absent = code === 'invalid_type' && (input === undefined || input === null);
    const fieldMessage = absent ? message.replace(ofText, ' is required') : message;
    fields[field] ??= [];
    // Two rules can have the same message.
    if (!fields[field].includes(fieldMessage)) fields[field].push(fieldMessage);
  }
  return fields;
};

export interface FormRead {
  fields: unknown;
  files: Record<string, UploadedFile>;
}
/** Reads a multipart form by its endpoint's rules; throws 400 with field errors. */
export type ReadMultipart = (bytes: Buffer, contentType: string, form: Multipart) => Promise<FormRead>;

const maxFields = 100;
const maxFieldBytes = 64 * 1024;

interface Parts {
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
  errors: FieldErrors;
}

const unreadable = () => new AppError('invalid', { detail: 'The form could not be read.' });

const partsOf = async (bytes: Buffer, contentType: string, form: Multipart): Promise<Parts> => {
  const parts: Parts = { fields: {}, files: {}, errors: {} };
  const { promise, resolve, reject } = Promise.withResolvers<Parts>();
  const maxFileBytes = Math.max(0, ...Object.values(form.files).map(({ maxBytes }) => maxBytes));
  const limits = { fields: maxFields, fieldSize: maxFieldBytes, files: Object.keys(form.files).length };
  // One byte above the limit, so that a file of exactly that size is not cut.
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: { ...limits, fileSize: maxFileBytes + 1 },
  });
  parser.on('field', (name, value, _, cut) => {
    if (cut) parts.errors[name] = ['This is too long'];
    else if (Object.hasOwn(form.fields.shape, name)) parts.fields[name] = value;
  });
  parser.on('file', (name, stream, fileName, _encoding, type) => {
    const rule = Object.hasOwn(form.files, name) ? form.files[name] : undefined;
    const chunks: Buffer[] = [];
    // An unhandled error of a body that ends inside a file would end the process.
    stream.on('error', () => reject(unreadable()));
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => {
      const content = Buffer.concat(chunks);
      if (!rule) parts.errors[name] = ['No file is expected here'];
      else if (content.byteLength > rule.maxBytes) parts.errors[name] = ['This file is too large'];
      else if (content.byteLength > 0 && !rule.takes(content))
        parts.errors[name] = ['This type of file is not allowed'];
      else parts.files[name] = { name: fileName, type, bytes: content };
    });
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => reject(unreadable()));
  parser.on('error', () => reject(unreadable()));
  parser.on('finish', () => resolve(parts));
  parser.end(bytes);
  return promise;
};

export const readMultipart: ReadMultipart = async (bytes, contentType, form) => {
  const { fields, files, errors } = await partsOf(bytes, contentType, form).catch(() => {
    throw unreadable();
  });
  for (const [name, { optional }] of Object.entries(form.files))
    if (!optional && !files[name]) errors[name] ??= ['This field is required.'];
  const parsed = form.fields.safeParse(fields, { reportInput: true, error: defaultIssueMessage });
  const wrong = { ...(parsed.success ? {} : toFieldErrors(parsed.error.issues)), ...errors };
  if (Object.keys(wrong).length) throw invalid(wrong);
  return { fields: parsed.data, files };
};
