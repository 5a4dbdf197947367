import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { type Client, clientOf } from './client.ts';

export interface FilesSettings {
  origin: string;
  token: string;
}

interface FileCount {
  same: number;
  different: number;
}

const megabytes = 25;
const LOOK_EVERY_MS = 100;

/** A PDF of 25 MB that is different each time. */
const largePdf = (): Buffer => {
  const head = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%',
  );
  const tail = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  const filling = randomBytes((megabytes * 1_000_000 - head.length - tail.length) / 2).toString('hex');
  return Buffer.concat([head, Buffer.from(filling), tail]);
};

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Hands one file in, waits until it is checked, takes it back, and says whether it is the same. */
const oneFile = async ({ send }: Pick<Client, 'send'>, caseId: string): Promise<boolean> => {
  const bytes = largePdf();
  const { id } = await send({
    row: documentEndpoints.begin,
    body: { case_id: caseId, file_name: 'Large.pdf', size: bytes.byteLength, description: '', kind: 'other' },
  });
  const params = { id: String(id) };
  const { url, fields } = await send({ row: documentEndpoints.uploadForm, params });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as Record<string, string>)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'Large.pdf');
  const answer = await fetch(String(url), { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}`);
  await send({ row: documentEndpoints.complete, params });
  for (;;) {
    try {
      const { download_url } = await send({ row: documentEndpoints.download, params });
      const file = await fetch(String(download_url));
      return digest(new Uint8Array(await file.arrayBuffer())) === digest(bytes);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('409')) throw error;
      await pause(LOOK_EVERY_MS);
    }
  }
};

/** In a thread of its own, so that its work does not lengthen what is measured beside it. */
if (!isMainThread) {
  const { origin, token } = workerData as FilesSettings;
  const client = clientOf(origin, () => token);
  const { results } = await client.send({ row: caseEndpoints.list, query: { page: '1', page_size: '10' } });
  const [first] = results as { id: string }[];
  if (!first) throw new Error('There is no case to hand files in to');
  const count: FileCount = { same: 0, different: 0 };
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  while (!stopped) count[(await oneFile(client, first.id)) ? 'same' : 'different']++;
  client.close();
  parentPort?.postMessage(count);
}

/** Files on their way in and out, one after the other, until it is stopped; answers how many came back the same. */
export const filesOnTheWay = (settings: FilesSettings): (() => Promise<FileCount>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: settings });
  const counted = new Promise<FileCount>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return () => {
    worker.postMessage('stop');
    return counted;
  };
};
