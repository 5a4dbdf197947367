import { areas } from '#domain/registry/endpoints.ts';
import { addDocument, exampleDocument, examplePdf, formWith } from '#tests/support/records/documents.ts';
import {
  asOwner,
  begun,
  caseId,
  convertedSheet,
  document,
  documentZip,
  draft,
  frozenMonth,
  payment,
  report,
  statement,
} from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example } from './example.ts';

export const documentsExamples = {
  'paper.receipt': about(payment),
  'paper.depositReceipt': async (world) => ({ query: { case_id: await caseId(world) } }),
  'paper.firstCall': about(convertedSheet),
  'paper.case': about(caseId),
  'paper.statement': async (world) => ({ params: await statement(world) }),
  'paper.worksheet': about(caseId),
  'paper.cremationPacket': about(caseId),
  'paper.labels': about(caseId),
  'paper.monthReport': async (world) => ({ params: { month: await frozenMonth(world) }, query: { size: 'a4' } }),
  'paper.priceList': async (world) => ({ params: await draft(world), query: { case_id: await caseId(world) } }),
  'documents.list': async (world) => ({ query: { case_id: await caseId(world) } }),
  'documents.ofReport': about(report),
  'documents.begin': async (world) => {
    const case_id = await caseId(world);
    const { id: replaces } = await addDocument(world.harness, world.tenant, case_id);
    return { body: exampleDocument({ case_id, replaces }) };
  },
  'documents.uploadForm': about(begun),
  'documents.complete': async (world) => {
    const id = await begun(world);
    world.harness.documents.handIn(world.tenant.id, id, examplePdf());
    return { params: { id } };
  },
  'documents.upload': async (world) => {
    const file = { name: 'Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
    const { body, type } = await formWith({ case_id: await caseId(world) }, file);
    return { rawBody: Buffer.from(body, 'base64').toString(), headers: { 'content-type': type } };
  },
  'documents.update': about(document, { description: 'Of the county' }),
  'documents.delete': about(document),
  'documents.restore': async (world) => {
    const id = await document(world);
    succeeded(await world.harness.call(areas.documents.delete, { as: asOwner(world), params: { id } }));
    return { params: { id } };
  },
  'documents.download': about(document),
  'documents.zip': async (world) => {
    const case_id = await caseId(world);
    await addDocument(world.harness, world.tenant, case_id);
    return { body: { case_id } };
  },
  'documents.getZip': about(documentZip),
} satisfies Record<string, Example>;
