import { areas } from '#domain/registry/endpoints.ts';
import {
  announced,
  boundTemplate,
  confirmedFields,
  connection,
  connectSigning,
  ownSubmission,
  submissionThere,
} from '#tests/support/partners/signing.ts';
import { addDocument, exampleDocument, examplePdf, formWith } from '#tests/support/records/documents.ts';
import {
  activeCase,
  asOwner,
  begun,
  caseId,
  convertedSheet,
  document,
  documentZip,
  draft,
  envelope,
  frozenMonth,
  payment,
  report,
  signable,
  signedEnvelope,
  statement,
  submissionOf,
  type World,
  waiting,
} from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { exampleEnvelope, newTemplate } from '#tests/support/records/signatures.ts';
import { about, type Example, nothing } from './example.ts';

const envelopeOf = async (world: World) => exampleEnvelope(await activeCase(world), await signable(world));
const connectedFirst: Example = async ({ harness, tenant }) => {
  await connectSigning(harness, tenant);
  return {};
};
const bound = ({ harness, tenant }: World): Promise<string> => boundTemplate(harness, tenant);

export const papersExamples = {
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
  'signature-templates.list': async () => ({ query: { active: 'true' } }),
  'signature-templates.types': nothing,
  'signature-templates.sources': nothing,
  'signature-templates.create': async () => ({ body: newTemplate() }),
  'signature-templates.get': about(signable),
  'signature-templates.update': about(signable, { mapping: { 'Decedent Name': 'case.number' } }),
  'signature-templates.delete': about(signable),
  'signature-envelopes.list': async ({ tenant }) => ({ query: { location: tenant.home.id, status: 'sent' } }),
  'signature-envelopes.byCase': async (world) => ({ query: { funeral_service_id: await caseId(world) } }),
  'signature-envelopes.choices': async (world) => ({ query: { case_id: await caseId(world) } }),
  'signature-envelopes.preview': async (world) => ({ body: await envelopeOf(world) }),
  'signature-envelopes.create': async (world) => ({ body: { ...(await envelopeOf(world)), send_now: true } }),
  'signature-envelopes.createMulti': async (world) => ({ body: { ...(await envelopeOf(world)), send_now: true } }),
  'signature-envelopes.get': about(envelope),
  'signature-envelopes.update': about(envelope, { title: 'Authorization' }),
  'signature-envelopes.send': about(envelope),
  'signature-envelopes.resend': about(waiting),
  'signature-envelopes.void': about(waiting, { reason: 'The family chose a burial' }),
  'signature-envelopes.delete': about(envelope, { reason: 'Prepared twice' }),
  'signature-envelopes.download': about(signedEnvelope),
  'signature-envelopes.downloadAll': about(signedEnvelope),
  'signature-envelopes.downloadThere': async (world) => {
    const id = await submissionOf(world, await signedEnvelope(world));
    return { params: { id } };
  },
  'signature-envelopes.bulkDelete': async (world) => ({ body: { submission_ids: [await envelope(world)] } }),
  'signature-envelopes.bulkResend': async (world) => ({ body: { submission_ids: [await waiting(world)] } }),
  'signing-service.available': connectedFirst,
  'signing-service.sync': connectedFirst,
  'signing-service.readyMade': async (world) => {
    await connectSigning(world.harness, world.tenant);
    return { body: { template_type: 'statement' } };
  },
  'signing-service.activate': about(bound, { mapping: confirmedFields }),
  'signing-service.fieldPreview': about(bound),
  'signing-service.refresh': about(waiting),
  'signing-service.listThere': connectedFirst,
  'signing-service.getThere': async (world) => {
    const id = await submissionThere(world.harness, world.tenant, await envelope(world));
    return { params: { id: String(id) } };
  },
  'signing-connection.get': nothing,
  'signing-connection.connect': async () => ({ body: connection }),
  'signing-connection.disconnect': async ({ harness, tenant }) => {
    await connectSigning(harness, tenant);
    return {};
  },
  'signing-connection.health': nothing,
  'signing-webhooks.received': async ({ harness, tenant }) => {
    const { token } = await connectSigning(harness, tenant);
    await ownSubmission(harness, tenant, 9001);
    return announced(token, {}, { at: harness.state.now() });
  },
} satisfies Record<string, Example>;
