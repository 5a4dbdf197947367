import type { Harness } from '#tests/support/harness.ts';
import { examplePdf, formWith } from './documents.ts';

let calls = 0;

export const sendPaper = async (
  harness: Harness,
  [reference, code]: readonly [string, string],
  { name = 'Discharge.pdf', type = 'application/pdf', bytes = examplePdf() as Uint8Array, key = '' } = {},
) => {
  const form = await formWith({}, { name, type, bytes });
  return harness.send({
    as: 'nobody',
    method: 'POST',
    rawPath: `/api/forms/public/papers/${reference}/${code}`,
    ...{
      body: form.body,
      base64: true,
      headers: {
        ...(key ? { 'idempotency-key': key } : {}),
        ...{ 'content-type': form.type, 'x-viewer-ip': `198.51.100.${1 + (calls++ % 250)}` },
      },
    },
  });
};
