import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import type { Multipart } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { defaultIssueMessage, readMultipart, toFieldErrors } from './multipart.ts';

const contentType = 'multipart/form-data; boundary=b';
const file = [
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\r\n',
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nPermit\r\n',
  '--b--\r\n',
].join('');

const forms: Record<string, Multipart> = {
  'a document': documentEndpoints.upload.body,
  'a family paper': intakeEndpoints.addPaper.body,
};

describe('readMultipart', () => {
  it.each(Object.entries(forms))('rejects %s that is truncated at any byte', async (_, form) => {
    // The last four bytes only close the form.
    for (let length = 0; length < file.length - 4; length++) {
      const read = readMultipart(Buffer.from(file.slice(0, length)), contentType, form);
      await expect(read, `cut after ${length} bytes`).rejects.toBeInstanceOf(AppError);
    }
  });

  it('returns the file of a complete form', async () => {
    const { files } = await readMultipart(Buffer.from(file), contentType, intakeEndpoints.addPaper.body);
    expect(files.file).toMatchObject({ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') });
  });

  it.each(['', 'application/octet-stream', 'image/jpg'])('accepts a file with the declared type %j', async (type) => {
    const unlabeled = Buffer.from(file.replace('application/pdf', type));
    const { files } = await readMultipart(unlabeled, contentType, intakeEndpoints.addPaper.body);
    expect(files.file).toMatchObject({ type: type || 'text/plain', bytes: Buffer.from('%PDF-1.7') });
  });
});

const issuesOf = (schema: z.ZodType, value: unknown) =>
  toFieldErrors(schema.safeParse(value, { reportInput: true, error: defaultIssueMessage }).error?.issues ?? []);

describe('toFieldErrors', () => {
  it('lists each message once per field, and form-level ones separately', () => {
    const days = z.string().regex(/^\d+$/, 'Days must be a number').max(3, 'Days must be a number');
    const nextOfKin = z.array(z.object({ name: z.string() }));
    const schema = z.object({ days, kin: nextOfKin }).refine(() => false, { error: 'Nothing fits', when: () => true });
    expect(issuesOf(schema, { days: 'many', kin: [{}] })).toEqual({
      days: ['Days must be a number'],
      'kin.0.name': ['This field is required.'],
      non_field_errors: ['Nothing fits'],
    });
  });

  it('uses a plain message where a schema has none', () => {
    const schema = z.object({
      page_size: z.enum(['10', '20']),
      case_number: z.string().max(3),
      ids: z.array(z.uuid()),
      kinds: z.array(z.string()).max(1),
      days: z.int().min(1),
      force: z.boolean(),
      notes: z.union([z.object({ a: z.string() }), z.array(z.string())]),
    });
    expect(
      issuesOf(schema, {
        page_size: '7',
        case_number: 'long',
        ids: ['x'],
        kinds: ['x', 'y'],
        days: 0,
        force: 1,
        notes: 7,
      }),
    ).toEqual({
      page_size: ['Choose one of: 10, 20'],
      case_number: ['Enter at most 3 characters'],
      kinds: ['Enter at most 1 entry'],
      'ids.0': ['This value is not valid'],
      days: ['Enter at least 1'],
      force: ['This must be true or false'],
      notes: ['This value is not valid'],
    });
  });

  it('reports a missing text as required and a non-text as not a string', () => {
    const schema = z.object({
      name: singleLineText('Name', 80),
      reason: multilineText('Reason', 80),
      slug: singleLineText('Address', 80),
    });
    expect(issuesOf(schema, { reason: null, slug: 7 })).toEqual({
      name: ['Name is required'],
      reason: ['Reason is required'],
      slug: ['Address must be text'],
    });
  });
});
