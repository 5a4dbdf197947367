import { extractText } from 'unpdf';
import { expect } from 'vitest';
import type { Document } from '#domain/documents/document.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { applyScanResult } from '#functions/documents/worker/apply-scan-result.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import type { Harness, Result } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const examplePdf = (text = 'Permit'): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );

export const exampleDocument = (changes: object = {}) => ({
  file_name: 'Burial permit.pdf',
  size: examplePdf().byteLength,
  description: 'From the county',
  kind: 'permit',
  ...changes,
});

export const beginDocument = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  changes: object = {},
): Promise<Document> => {
  const body = exampleDocument({ case_id: caseId, ...changes });
  const { coordinator, office_staff } = tenant.profiles;
  const options = { as: body.kind === 'identification_photo' ? coordinator : office_staff, body };
  return succeeded(await harness.call(areas.documents.begin, options)).body as Document;
};

export const settlerOf = (harness: Harness) =>
  applyScanResult({
    table: harness.calmTable,
    bucket: harness.documents.bucket,
    keyWrapper: testKeyWrapper,
    now: () => harness.state.now(),
  });

export const addDocument = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  changes: object = {},
  bytes: Uint8Array = examplePdf(),
): Promise<Document> => {
  const begun = await beginDocument(harness, tenant, caseId, { size: bytes.byteLength, ...changes });
  await settlerOf(harness)(harness.documents.handIn(tenant.id, begun.id, bytes));
  return begun;
};

export const formWith = async (
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Uint8Array },
): Promise<{ body: string; type: string }> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer()).toString('base64');
  return { body, type: sent.headers.get('content-type') ?? '' };
};

export const readPaper = async ({ status, headers, text }: Result): Promise<string> => {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const read = await extractText(new Uint8Array(Buffer.from(text, 'base64')), { mergePages: true });
  return read.text.replace(/\s+/g, ' ');
};

export const paperName = ({ headers }: Result): string =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
