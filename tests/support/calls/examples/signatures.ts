import {
  announced,
  boundTemplate,
  confirmedFields,
  connection,
  connectSigning,
  ownSubmission,
  submissionThere,
} from '#tests/support/partners/signing.ts';
import {
  activeCase,
  caseId,
  envelope,
  signable,
  signedEnvelope,
  submissionOf,
  type World,
  waiting,
} from '#tests/support/records/example-records.ts';
import { exampleEnvelope, newTemplate } from '#tests/support/records/signatures.ts';
import { about, type Example, nothing } from './example.ts';

const envelopeOf = async (world: World) => exampleEnvelope(await activeCase(world), await signable(world));
const connectedFirst: Example = async ({ harness, tenant }) => {
  await connectSigning(harness, tenant);
  return {};
};
const bound = ({ harness, tenant }: World): Promise<string> => boundTemplate(harness, tenant);

export const signaturesExamples = {
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
