import { v7 as uuid } from 'uuid';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { RecordKind } from '#domain/shared/contract/ids.ts';
import { onInvitation } from '#functions/emails/staff-emails.ts';
import { createGoogleCalendarRepository } from '#functions/google-calendar/repository.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import type { Harness } from '#tests/support/harness.ts';
import { connectGoogle } from '#tests/support/partners/google.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { finishedArchive } from './archives.ts';
import { feedToken, makeFeed } from './calendar-feeds.ts';
import { addPlace, careOf, exampleSignature } from './care.ts';
import { createCustomer } from './customers.ts';
import { addDocument, beginDocument } from './documents.ts';
import { recordFirstCall } from './first-calls.ts';
import { exampleObjection, gatesOfCase } from './gates.ts';
import { previewedImport } from './imports.ts';
import { managedForm } from './managed-forms.ts';
import { exampleAssignment, recordPayment } from './payments.ts';
import { addPermit, exampleCopies } from './permits.ts';
import { draftPriceList, exampleFees, finalizeStatement } from './price-lists.ts';
import { openCase, reportDeath, succeeded } from './reports.ts';
import { bindTemplate, draftEnvelope, exampleTemplate, sentEnvelope, storedAt } from './signatures.ts';

/** An organization with the records that examples need, created on demand. */
export interface World {
  harness: Harness;
  tenant: Tenant;
  /** Merged into the example records. */
  entered: { report: object; customer: object; firstCall: object };
  tokens: string[];
}

export const caseId = async (world: World): Promise<string> => (await caseRecord(world)).caseId;
const stillAsked = { service_date: '2025-11-04', service_location: 'Chapel' };
export const wholeCase = async (world: World): Promise<string> => {
  const id = await caseId(world);
  succeeded(await world.harness.call(areas.cases.update, { as: asOwner(world), params: { id }, body: stillAsked }));
  return id;
};
export const moved = async (world: World, id: string, row: Endpoint, body: object = {}): Promise<string> => {
  succeeded(await world.harness.call(row, { as: asOwner(world), params: { id }, body }));
  return id;
};
export const draft = async ({ harness, tenant }: World): Promise<{ id: string; listId: string }> => ({
  id: tenant.home.id,
  listId: (await draftPriceList(harness, tenant)).id,
});
export const assignment = async (world: World): Promise<{ id: string; assignmentId: string }> => {
  const id = await caseId(world);
  const options = { as: asOwner(world), params: { id }, body: exampleAssignment() };
  const { body } = succeeded(await world.harness.call(areas['money-to-come'].assign, options));
  const [made] = body.assignments as { id: string }[];
  return { id, assignmentId: made?.id ?? '' };
};
export const task = async (world: World): Promise<string> => {
  const body = { title: 'Call the nephew about the urn' };
  return String(succeeded(await world.harness.call(areas.tasks.create, { as: asOwner(world), body })).body.id);
};
export const dayEvent = async (world: World) => {
  const id = await caseId(world);
  const options = {
    as: asOwner(world),
    params: { id },
    body: { kind: 'visitation', date: '2031-03-04', time: '17:00' },
  };
  return { id, event_id: String(succeeded(await world.harness.call(areas['case-events'].create, options)).body.id) };
};
export const resource = async (world: World): Promise<string> => {
  const body = { kind: 'vehicle', name: `Hearse ${uuid()}` };
  return String(succeeded(await world.harness.call(areas.day.addResource, { as: asOwner(world), body })).body.id);
};
export const exampleShift = ({ tenant }: World) => ({
  ...{ member: tenant.profiles.coordinator.id, kind: 'on_call', funeral_home: tenant.home.id },
  ...{ date: '2031-03-04', time: '18:00', end_date: '2031-03-05', end_time: '08:00' },
});
export const shift = async (world: World): Promise<string> => {
  const options = { as: asOwner(world), body: exampleShift(world) };
  return String(succeeded(await world.harness.call(areas.day.addShift, options)).body.id);
};
export const asOwner = ({ tenant }: World) => tenant.profiles.super_admin;
export const report = async ({ harness, tenant, entered }: World): Promise<string> =>
  (await reportDeath(harness, tenant, entered.report)).id;
const caseRecord = ({ harness, tenant, entered }: World) => openCase(harness, tenant, entered.report);
export const customer = ({ harness, tenant, entered }: World): Promise<string> =>
  createCustomer(harness, tenant, { phone: null, email: null, ...entered.customer });
export const firstCall = ({ harness, tenant, entered }: World) => recordFirstCall(harness, tenant, entered.firstCall);
export const sheetId = async (world: World): Promise<string> => (await firstCall(world)).id;
export const convertedSheet = async (world: World): Promise<string> => {
  const id = await sheetId(world);
  const converting = { as: asOwner(world), params: { id }, body: {} };
  succeeded(await world.harness.call(areas['first-calls'].convertToCase, converting));
  return id;
};
export const kinOfSheet = async (world: World) => {
  const { id, next_of_kins } = await firstCall(world);
  return { id, nokId: next_of_kins[0]?.id ?? '' };
};
export const calendarFeed = ({ harness, tenant }: World) => makeFeed(harness, tenant.profiles.super_admin);
export const payment = async (world: World): Promise<string> =>
  (await recordPayment(world.harness, world.tenant, await caseId(world))).id;
export const document = async (world: World): Promise<string> =>
  (await addDocument(world.harness, world.tenant, await caseId(world))).id;
export const begun = async (world: World): Promise<string> =>
  (await beginDocument(world.harness, world.tenant, await caseId(world))).id;
export const documentZip = async (world: World): Promise<string> => {
  const case_id = await caseId(world);
  await addDocument(world.harness, world.tenant, case_id);
  const options = { as: asOwner(world), body: { case_id } };
  return String(succeeded(await world.harness.call(areas.documents.zip, options)).body.id);
};
export const permit = async (world: World) => {
  const id = await caseId(world);
  return { id, permitId: (await addPermit(world.harness, world.tenant, id)).id };
};
export const objection = async (world: World) => {
  const id = await caseId(world);
  const { ask, read } = gatesOfCase(world, id);
  succeeded(await ask(areas.gates.object, exampleObjection));
  return { id, objectionId: (await read()).objections[0]?.id ?? '' };
};
const careSubject = async (world: World): Promise<string> => {
  const id = await caseId(world);
  await careOf(world, id).open();
  return id;
};
export const careCount = async ({ harness, tenant }: World): Promise<string> => {
  const place = await addPlace({ harness, tenant });
  const seen = [{ tag: 'BCDFGHJKMN', place: place.id }];
  const body = { homes: [tenant.home.id], started_at: new Date().toISOString(), seen };
  return String(succeeded(await harness.call(areas.care.count, { as: tenant.profiles.super_admin, body })).body.id);
};
export const effect = async (world: World) => {
  const id = await caseId(world);
  return { id, effectId: await careOf(world, id).listEffect() };
};
export const effectReceipt = async (world: World) => {
  const { id, effectId } = await effect(world);
  const took = { name: 'Karin Lindqvist' };
  const body = { effects: [effectId], happened_at: new Date().toISOString(), took, signatures: [exampleSignature] };
  const answer = succeeded(await careOf(world, id).ask(areas.care.returnEffects, body)).body;
  return { id, receiptId: (answer.receipts as { id: string }[])[0]?.id ?? '' };
};
export const feesOfCase = async (world: World): Promise<string> => {
  const id = await caseId(world);
  succeeded(await world.harness.call(areas.cases.update, { as: asOwner(world), params: { id }, body: exampleFees() }));
  return id;
};
export const statement = async (world: World) => {
  const id = await feesOfCase(world);
  return { id, statementId: (await finalizeStatement(world.harness, world.tenant, id)).id };
};
export const frozenMonth = async (world: World): Promise<string> => {
  const options = { as: asOwner(world), body: { month: '2026-02' } };
  return String(succeeded(await world.harness.call(areas.insight.sendMonth, options)).body.month);
};
export const activeCase = async (world: World): Promise<string> =>
  moved(world, await wholeCase(world), areas.cases.activate);
export const signable = async (world: World): Promise<string> => (await bindTemplate(world.harness, world.tenant)).id;
export const envelope = async (world: World): Promise<string> =>
  (await draftEnvelope(world.harness, world.tenant, await activeCase(world))).id;
export const waiting = async (world: World): Promise<string> =>
  (await sentEnvelope(world.harness, world.tenant, await activeCase(world))).id;
export const openPage = async (world: World): Promise<string> => {
  const id = await caseId(world);
  const options = { as: asOwner(world), params: { id }, body: { by: 'paper' } };
  succeeded(await world.harness.call(areas['family-pages'].open, options));
  return id;
};
export const signedEnvelope = async (world: World): Promise<string> => {
  const { harness, tenant } = world;
  const before = await sentEnvelope(harness, tenant, await activeCase(world));
  const { id, case_id } = before;
  const stored = async (name: string) => (await addDocument(harness, tenant, case_id, { file_name: name })).id;
  await storedAt(harness, tenant, before, {
    stored: [{ name: 'Authorization', document_id: await stored('Authorization (signed).pdf') }],
    audit_document_id: await stored('Authorization (audit log).pdf'),
  });
  return id;
};
export const submissionOf = async ({ harness, tenant }: World, envelopeId: string): Promise<string> =>
  String((await envelopesOf(harness.table, tenant.id).require(envelopeId)).submissions[0]?.docuseal_id);
export const copies = async (world: World) => {
  const id = await caseId(world);
  const options = { as: asOwner(world), params: { id }, body: exampleCopies() };
  const { body } = succeeded(await world.harness.call(areas.certificates.recordCopies, options));
  return { id, entryId: String(body.id) };
};
export const caseWithDeadline = async (world: World): Promise<string> => {
  const id = await caseId(world);
  await addPermit(world.harness, world.tenant, id, { expiry_date: '2026-04-01' });
  return id;
};
export const deadline = async (world: World) => ({ id: await caseWithDeadline(world), kind: 'permit_expiry' });
export const exampleOverride = { due: '2026-04-15', reason: 'The registrar extended it' };
let people = 0;
export const newAddress = (): string => `invited-${++people}@example.com`;
export const invitation = async (world: World): Promise<string> => {
  const options = { as: asOwner(world), body: { email: newAddress(), role: 'coordinator' } };
  return String(succeeded(await world.harness.call(areas.team.invite, options)).body.id);
};
/** A deleted customer with personal data in the history. */
export const deletedCustomer = async (world: World): Promise<string> => {
  const id = await customer(world);
  succeeded(await world.harness.call(areas.customers.delete, { as: asOwner(world), params: { id } }));
  return id;
};
export const merge = async (world: World): Promise<{ id: string; merge_id: string }> => {
  const [id, duplicate_id] = [await customer(world), await customer(world)];
  const options = { as: asOwner(world), params: { id }, body: { duplicate_id } };
  const { merge_id } = succeeded(await world.harness.call(areas.customers.merge, options)).body;
  return { id, merge_id: String(merge_id) };
};
export const googleSuggestion = async (world: World): Promise<string> => {
  const { harness, tenant } = world;
  await connectGoogle(harness, asOwner(world));
  const records = createGoogleCalendarRepository(harness.table, keysOf(tenant.id));
  const settings = await records.settings();
  const id = crypto.randomUUID().replaceAll('-', '');
  const event = {
    id,
    case_id: await caseId(world),
    kind: 'service',
    duty: null,
    event: null,
    title: '',
    digest: 'digest',
    etag: '"1"',
  } as const;
  const suggestion = { date: '2026-03-12', time: '10:00', seen_at: new Date().toISOString() };
  await harness.table.transact(
    records.putEvent(settings?.connection ?? '', { ...event, date: '2026-03-11', time: '10:00', suggestion }),
  );
  return id;
};
export const googleWebhook = async (world: World): Promise<string> => {
  const { harness, tenant, tokens } = world;
  await connectGoogle(harness, asOwner(world));
  const token =
    (await createConnectionRepository(harness.table, keysOf(tenant.id)).find('google-calendar'))?.webhook_token ?? '';
  tokens.push(token);
  return token;
};
export const calendarToken = async (world: World): Promise<string> => {
  const token = feedToken((await calendarFeed(world)).address);
  world.tokens.push(token);
  return token;
};
export const mailedToken = async (world: World): Promise<string> => {
  const { harness, tenant, tokens } = world;
  const id = await invitation(world);
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const dependencies = {
    table: harness.table,
    mailer,
    now: () => new Date(),
    leaseSeconds: 30,
    staffSiteUrl: 'x',
    intakeSiteUrl: 'x',
  };
  const envelope = { id, organization_id: tenant.id, occurred_at: new Date().toISOString(), request_id: 'test' };
  await onInvitation(dependencies)({ envelope: { ...envelope, payload: { invitation_id: id, mailing: 1 } } });
  const token = /\/invitations\/(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  tokens.push(token);
  return token;
};

export const recordsOf = async (world: World): Promise<Record<RecordKind, string>> => ({
  case: (await caseRecord(world)).caseId,
  customer: await customer(world),
  submission: await report(world),
  'first-call': await sheetId(world),
  'first-call-kin': (await kinOfSheet(world)).nokId,
  home: world.tenant.home.id,
  profile: world.tenant.profiles.funeral_director.id,
  self: world.tenant.profiles.super_admin.id,
  invitation: await invitation(world),
  merge: (await merge(world)).merge_id,
  payment: await payment(world),
  'calendar-feed': (await calendarFeed(world)).id,
  import: await previewedImport(world),
  archive: await finishedArchive(world.harness, world.tenant),
  'price-list': (await draft(world)).listId,
  'managed-form': (await managedForm(world.harness, world.tenant)).id,
  assignment: (await assignment(world)).assignmentId,
  document: await document(world),
  'document-zip': await documentZip(world),
  permit: (await permit(world)).permitId,
  statement: (await statement(world)).statementId,
  'signature-template': (await exampleTemplate(world.harness, world.tenant)).id,
  envelope: await envelope(world),
  objection: (await objection(world)).objectionId,
  copies: (await copies(world)).entryId,
  'care-place': (await addPlace(world)).id,
  'care-subject': await careSubject(world),
  'care-count': await careCount(world),
  task: await task(world),
  'day-event': (await dayEvent(world)).event_id,
  resource: await resource(world),
  shift: await shift(world),
  effect: (await effect(world)).effectId,
  'effect-receipt': (await effectReceipt(world)).receiptId,
  'deleted-record': await deletedCustomer(world),
});
