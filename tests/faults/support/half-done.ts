import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { linesPerCall, linesPerPart } from '#domain/imports/import.schema.ts';
import { demoSigning } from '#local/partners/docuseal/demo-accounts.ts';
import { caseImportColumns, caseLine } from '#tests/support/records/case-imports.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleDocument, examplePdf } from '#tests/support/records/documents.ts';
import { exampleImport, sentLines } from '#tests/support/records/imports.ts';
import { exampleEnvelope } from '#tests/support/records/signatures.ts';
import type { Product } from './product.ts';
import { messagesIn } from './queue-counts.ts';
import type { signIn } from './staff.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;
type Stated = { id: string; state: string; gone_through: number };

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(10);
};

/** Signature requests whose worker is held in its DocuSeal call. */
export const requestsToSign = async (product: Product, staff: Staff) => {
  const path = '/api/signatures/envelopes/';
  const templates = '/api/signatures/templates/';
  const headers = { 'x-auth-token': demoSigning('Whitcomb & Ames').key };
  const faults = (given: object) =>
    fetch(`${product.docusealUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify(given) });
  const submissions = async (): Promise<number[]> => {
    const answer = await fetch(`${product.docusealUrl}/submissions?limit=100`, { headers });
    return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id).sort();
  };
  const { id: caseId } = await staff.call<{ id: string }>('POST', '/api/services/cases/', wholeCase);
  await staff.call('POST', `/api/services/cases/${caseId}/activate/`, {});
  const [there] = await staff.call<object[]>('GET', `${templates}available-templates/`);
  const { id } = await staff.call<{ id: string }>('POST', templates, there);
  const mapping = {
    ...{ 'Decedent Name': 'case.deceased_name', 'Agent Name': 'signer.name', 'Held At': '', Date: '' },
    'Director Date': '',
  };
  await staff.call('POST', `${templates}${id}/activate/`, { mapping });
  const body = exampleEnvelope(caseId, id, { delivery: 'in_person', send_now: true });
  const sent: string[] = [];
  return {
    /** Until the next kill the worker waits for DocuSeal, which has or has not created the submission. */
    async hold(isMade: boolean): Promise<void> {
      // The worker continues with the previous one once its lease ends.
      await until(async () => (await submissions()).length === sent.length);
      await faults(isMade ? { loseAnswers: 1 } : { hang: true });
      sent.push((await staff.call<{ id: string }>('POST', `${path}create-multi-document/`, body)).id);
      if (isMade) await until(async () => (await submissions()).length === sent.length);
      else await until(async () => (await messagesIn(product.queuesUrl, 'signing-work')).inFlight > 0);
      await faults({ hang: true });
    },
    submissions,
    envelopes: () =>
      Promise.all(
        sent.map((one) => staff.call<{ sending: string; submission_ids: number[] }>('GET', `${path}${one}/`)),
      ),
  };
};

/** Documents of a case, uploaded as the staff site does. */
export const uploads = (staff: Staff, case_id: string) => {
  const path = '/api/documents/documents/';
  const sent: { id: string; bytes: Buffer; isWhole: boolean }[] = [];
  const upload = async ({ id, bytes }: { id: string; bytes: Buffer }): Promise<Request> => {
    const { url, fields } = await staff.call<{ url: string; fields: object }>('GET', `${path}${id}/upload_form/`);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(bytes)]));
    return new Request(url, { method: 'POST', body: form });
  };
  const sendHalf = async (whole: Request): Promise<void> => {
    const body = Buffer.from(await whole.arrayBuffer());
    const headers = { 'content-type': whole.headers.get('content-type') ?? '', 'content-length': body.length };
    const half = request(whole.url, { method: 'POST', headers }).on('error', () => {});
    await new Promise<void>((written) => half.write(body.subarray(0, body.length / 2), () => written()));
  };
  const complete = async (id: string): Promise<number> =>
    (await staff.send('POST', `${path}${id}/complete/`, {}, randomUUID())).status;
  return {
    sent,
    /** Half of the file is sent; or none, and the returned function sends it all. */
    async begin(isWhole: boolean): Promise<() => Promise<unknown>> {
      const bytes = examplePdf(`${sent.length} ${'Permit '.repeat(50_000)}`);
      const file = exampleDocument({ case_id, file_name: `${sent.length}.pdf`, size: bytes.byteLength });
      const { id } = await staff.call<{ id: string }>('POST', path, file);
      sent.push({ id, bytes, isWhole });
      const whole = await upload({ id, bytes });
      if (isWhole) return async () => expect((await fetch(whole)).status).toBe(204);
      await sendHalf(whole);
      return async () => {};
    },
    /** Retries like a sender without a response. */
    async finish(): Promise<void> {
      const last = sent.at(-1);
      if (!last) return;
      expect(await complete(last.id)).toBe(last.isWhole ? 200 : 409);
      if (last.isWhole) return;
      expect((await fetch(await upload(last))).status).toBe(204);
      expect(await complete(last.id)).toBe(200);
    },
    /** Returns the ids of documents that download completely. */
    async kept(): Promise<string[]> {
      const isFileStored = async ({ id, bytes }: { id: string; bytes: Buffer }): Promise<boolean> => {
        const { status, text } = await staff.send('GET', `${path}${id}/download/`, undefined, '');
        if (status !== 200) return false;
        const file = await fetch((JSON.parse(text) as { download_url: string }).download_url);
        return Buffer.from(await file.arrayBuffer()).equals(bytes);
      };
      const isStored = await Promise.all(sent.map(isFileStored));
      return sent.flatMap(({ id }, at) => (isStored[at] ? id : []));
    },
  };
};

/** An import of this many chunks of cases, ready to run. */
export const importOfCases = async (staff: Staff, parts: number) => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const numbers = Array.from({ length: parts * linesPerPart.cases }, (_, n) => `KILLED-${n}`);
  const values = numbers.map((case_number, n) => {
    const name = [n, n / 26, n / 676].map((one) => letters[Math.floor(one) % 26]).join('');
    return caseLine({ case_number, deceased_first_name: `Quentin${name}`, deceased_last_name: `Cut${name}` });
  });
  const columns = caseImportColumns.map((field) => ({ field, heading: field }));
  const body = { ...exampleImport(values.length), kind: 'cases', headings: [...caseImportColumns], columns };
  const { id } = await staff.call<Stated>('POST', '/api/imports/', body);
  const path = `/api/imports/${id}/`;
  for (let after = 0; after < values.length; after += linesPerCall.cases) {
    const lines = sentLines(values).slice(after, after + linesPerCall.cases);
    await staff.call('POST', `${path}lines/`, { after, lines });
  }
  const run = { bring_doubtful: true };
  const read = () => staff.call<Stated>('GET', path);
  await until(async () => (await staff.call<Stated>('POST', `${path}look/`, {})).state === 'ready');
  let cutOff = 0;
  return {
    numbers,
    /** Continues in a call without waiting; its first chunk is done. */
    async goOn(): Promise<void> {
      const before = await read();
      void staff.send('POST', `${path}run/`, run, randomUUID()).catch(() => cutOff++);
      await until(async () => {
        const now = await read();
        return now.gone_through > before.gone_through || now.state === 'done';
      });
    },
    /** Number of these calls that a kill interrupted. */
    cutOff: () => cutOff,
    finish: () => until(async () => (await staff.call<Stated>('POST', `${path}run/`, run)).state === 'done'),
  };
};
