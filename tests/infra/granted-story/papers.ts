import { expect } from 'vitest';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import {
  announced,
  boundTemplate,
  confirmedFields,
  connection,
  ownSubmission,
  submissionThere,
} from '#tests/support/partners/signing.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleDocument, examplePdf, formWith } from '#tests/support/records/documents.ts';
import { exampleEnvelope, madeAt, newTemplate, readAtDocuSeal, storedAt } from '#tests/support/records/signatures.ts';
import { type GrantedProduct, nothingFailed } from '../granted-product.ts';

export const signatures = async (product: GrantedProduct) => {
  const { call, harness, tenant, projector } = product;
  const { id: case_id } = await call('cases.create', { body: wholeCase });
  await call('cases.activate', { params: { id: case_id } });
  for (const row of ['list', 'types', 'sources']) await call(`signature-templates.${row}`);
  const { id: other } = await call('signature-templates.create', { body: newTemplate() });
  await call('signature-templates.get', { params: { id: other } });
  await call('signature-templates.update', { params: { id: other }, body: { description: 'Of the state' } });
  await call('signature-templates.delete', { params: { id: other } });
  const { id: template } = await call('signature-templates.create', { body: newTemplate() });
  await readAtDocuSeal(harness, tenant, template);
  const body = exampleEnvelope(case_id, template);
  await call('signature-envelopes.choices', { query: { case_id } });
  await call('signature-envelopes.preview', { body });
  const { id } = await call('signature-envelopes.create', { body });
  const params = { id };
  await call('signature-envelopes.update', { params, body: { title: 'For Walter' } });
  await call('signature-envelopes.send', { params });
  await madeAt(harness, tenant, id);
  await call('signature-envelopes.resend', { params });
  const made = await call('signature-envelopes.createMulti', { body: { ...body, send_now: true } });
  const there = await madeAt(harness, tenant, made.id);
  const submission_ids = [there.submissions[0]?.docuseal_id];
  await call('signature-envelopes.bulkResend', { body: { submission_ids } });
  await projector();
  await call('signature-envelopes.list', { query: { search: 'walter', status: 'sent' } });
  await call('signature-envelopes.byCase', { query: { funeral_service_id: case_id } });
  await call('signature-envelopes.get', { params });
  await call('signature-envelopes.void', { params, body: { reason: 'Wrong paper' } });
  await call('signature-envelopes.delete', { params });
  await call('signature-envelopes.bulkDelete', { body: { submission_ids } });
};

const signedPapers = async (
  product: GrantedProduct,
  case_id: string,
  [signed = '', audit_document_id = '']: string[],
) => {
  const { call, harness, tenant, streamReaders, queueWorkers } = product;
  const { id: template } = await call('signature-templates.create', { body: newTemplate() });
  await readAtDocuSeal(harness, tenant, template);
  await call('cases.activate', { params: { id: case_id } });
  const body = { ...exampleEnvelope(case_id, template), send_now: true };
  const { id } = await call('signature-envelopes.create', { body });
  const made = await madeAt(harness, tenant, id);
  const stored = [{ name: 'Authorization', document_id: signed }];
  await storedAt(harness, tenant, made, { stored, audit_document_id });
  const there = { id: String(made.submissions[0]?.docuseal_id) };
  for (const [row, params] of [
    ['download', { id }],
    ['downloadThere', there],
  ] as const)
    expect((await call(`signature-envelopes.${row}`, { params })).download_url).toContain(signed);
  await call('signature-envelopes.downloadAll', { params: { id } });
  await streamReaders();
  await queueWorkers();
  const all = await call('signature-envelopes.downloadAll', { params: { id } });
  expect(all).toMatchObject({ state: 'ready', count: 2 });
};

export const documents = async (product: GrantedProduct) => {
  const { call, run, documents: files, harness, tenant, streamReaders, queueWorkers, message } = product;
  const { id: case_id } = await call('cases.create', { body: wholeCase });
  const settle = async (event: object) =>
    expect(await run('document-scans', { Records: [message(event)] })).toEqual(nothingFailed);
  const begin = async () => (await call('documents.begin', { body: exampleDocument({ case_id }) })).id as string;
  const id = await begin();
  const params = { id };
  const scanned = await files.handIn(await call('documents.uploadForm', { params }), examplePdf());
  expect(await call('documents.complete', { params })).toMatchObject({ state: 'checking' });
  await settle(scanned);
  const file = { name: 'Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
  const sent = await call('documents.upload', { form: await formWith({ case_id }, file) });
  await settle(files.scanned(`quarantine/${tenant.id}/${sent.id}`));
  const { results } = await call('documents.list', { query: { case_id } });
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready']);
  await call('documents.update', { params, body: { description: 'Of the county' } });
  expect((await call('documents.download', { params })).download_url).toContain(`clean/${tenant.id}/${id}`);
  const kept = documentsOf(harness.table, tenant.id);
  // A missing file, which S3 reports only to a caller that may list.
  const lost = await kept.require(await begin());
  await harness.table.transact([kept.change(lost, { ...lost, status: 'ready' })]);
  const zip = await call('documents.zip', { body: { case_id } });
  await streamReaders();
  await queueWorkers();
  expect(await call('documents.getZip', { params: { id: zip.id } })).toMatchObject({ state: 'ready', count: 3 });
  await signedPapers(product, case_id, [id, sent.id]);
  await call('documents.delete', { params });
  await call('documents.restore', { params });
  for (const paper of ['paper.worksheet', 'paper.cremationPacket', 'paper.labels'])
    await call(paper, { params: { id: case_id } });
  await streamReaders();
  await queueWorkers();
  const { results: all } = await call('documents.list', { query: { case_id } });
  expect(all.filter(({ is_made }: { is_made: boolean }) => is_made)).toHaveLength(3);
  // A scan without a result, and an upload that never came.
  for (const status of ['checking', 'uploading'] as const) {
    const record = await kept.require(await begin());
    await harness.table.transact([kept.change(record, { ...record, status, due_at: '2026-01-01T00:00:00.000Z' })]);
  }
  expect(await run('document-sweep', {})).toEqual({ asked: 1, removed: 1, failed: 0 });
  await call('cases.delete', { params: { id: case_id }, query: { force: 'true' } });
  await streamReaders();
  await queueWorkers();
  expect(await kept.ofCase(case_id)).toEqual([]);
};

export const signing = async (product: GrantedProduct) => {
  const { call, harness, tenant } = product;
  const { webhook_url } = await call('signing-connection.connect', { body: connection });
  const token = /docuseal\/([\w-]+)\/$/.exec(webhook_url)?.[1] ?? '';
  expect(await call('signing-connection.get')).toMatchObject({ connected: true });
  expect(await call('signing-connection.health')).toMatchObject({ status: 'ok' });
  await ownSubmission(harness, tenant, 9001);
  const { params = {}, rawBody = '', headers = {} } = announced(token);
  await call('signing-webhooks.received', { params, rawBody, headers });
  await call('signing-service.available');
  await call('signing-service.readyMade', { body: { template_type: 'release_of_remains' } });
  await call('signing-service.sync');
  const template = await boundTemplate(harness, tenant);
  await call('signing-service.activate', { params: { id: template }, body: { mapping: confirmedFields } });
  const { id: case_id } = await call('cases.create', { body: wholeCase });
  await call('signing-service.fieldPreview', { params: { id: template }, query: { case_id } });
  await call('cases.activate', { params: { id: case_id } });
  const { id: envelope } = await call('signature-envelopes.create', {
    body: { ...exampleEnvelope(case_id, template), send_now: true },
  });
  await madeAt(harness, tenant, envelope);
  await call('signing-service.refresh', { params: { id: envelope } });
  const submission = await submissionThere(harness, tenant, envelope);
  await call('signing-service.listThere');
  await call('signing-service.getThere', { params: { id: String(submission) } });
  expect(await product.run('signing-poll', {})).toMatchObject({ failed: 0 });
  expect(await product.run('signing-remind', {})).toMatchObject({ failed: 0 });
  await call('signing-connection.disconnect');
};
