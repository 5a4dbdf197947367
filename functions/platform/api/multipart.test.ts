import { describe, expect, it } from 'vitest';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import type { Multipart } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { readMultipart } from './multipart.ts';

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
