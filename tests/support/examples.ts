import type { Role } from '#domain/access/roles.ts';
import { type Area, areas } from '#domain/contract/endpoints.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { createCustomer, exampleCustomer } from './customers.ts';
import { addDocument, exampleDocument, examplePdf, formWith } from './documents.ts';
import { exampleIntake } from './example-intake.ts';
import {
  activeCase,
  asOwner,
  assignment,
  begun,
  calendarFeed,
  calendarToken,
  caseId,
  caseWithDeadline,
  copies,
  customer,
  deadline,
  deletedCustomer,
  document,
  documentZip,
  draft,
  envelope,
  exampleOverride,
  feesOfCase,
  invitation,
  kinOfSheet,
  mailedToken,
  merge,
  moved,
  newAddress,
  payment,
  permit,
  report,
  sheetId,
  signable,
  statement,
  type World,
  waiting,
  wholeCase,
} from './example-records.ts';
import { exampleFirstCall, exampleKin, recordFirstCall } from './first-calls.ts';
import type { CallOptions, Harness } from './harness.ts';
import { exampleQuestion, managedForm, newFormSlug, openForm } from './managed-forms.ts';
import { exampleAssignment, examplePayment, recordPayment } from './payments.ts';
import { exampleCopies, examplePermit } from './permits.ts';
import { casket, tomorrow } from './price-lists.ts';
import { reportDeath, succeeded } from './reports.ts';
import { exampleEnvelope, newTemplate } from './signatures.ts';
import { announced, boundTemplate, connection, connectSigning, ownSubmission, submissionThere } from './signing.ts';
import { exampleAcceptance } from './statements.ts';

type Areas = typeof areas;
export type RowName = { [A in Area]: `${A}.${keyof Areas[A] & string}` }[Area];
type Example = (world: World) => Promise<CallOptions>;

const numbering = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'EX', location_code: '', padding: 4, reset_yearly: true };
const preferences = { visibleSections: [], viewMode: 'all', recentlyUsedSections: [] };
const nothing: Example = async () => ({});
const about =
  (make: (world: World) => Promise<string> | string, body?: object): Example =>
  async (world) => ({ params: { id: await make(world) }, ...(body ? { body } : {}) });
const homeId = ({ tenant }: World): string => tenant.home.id;
const member =
  (role: Role) =>
  ({ tenant }: World) =>
    tenant.profiles[role].id;
const formOf = async ({ harness, tenant }: World): Promise<string> => (await managedForm(harness, tenant)).id;
const openFormOf = async ({ harness, tenant }: World): Promise<string> => (await openForm(harness, tenant)).id;
const envelopeOf = async (world: World) => exampleEnvelope(await activeCase(world), await signable(world));
const connectedFirst: Example = async ({ harness, tenant }) => {
  await connectSigning(harness, tenant);
  return {};
};
const bound = ({ harness, tenant }: World): Promise<string> => boundTemplate(harness, tenant);
const self = (world: World): string => asOwner(world).id;

/**
 * A valid call of every row of the contract, as an owner makes it: it must succeed, and do what the row says is put on
 * record. The suites that every call has to pass are made of these. A new row without an example does not compile.
 */
export const examples: Record<RowName, Example> = {
  'intake.funeralHome': async ({ tenant }) => ({ as: 'nobody', params: { slug: tenant.home.slug } }),
  'intake.submit': async ({ tenant, entered }) => ({
    as: 'nobody',
    body: { ...exampleIntake({ funeral_home_slug: tenant.home.slug }), ...entered.report },
  }),
  'intake.checkStatus': async ({ harness, tenant, entered }) => {
    const { reference, statusToken } = await reportDeath(harness, tenant, entered.report);
    return { as: 'nobody', params: { a: reference, b: statusToken } };
  },
  'submissions.list': async ({ tenant }) => ({ query: { funeral_home: tenant.home.id, status: 'new' } }),
  'submissions.get': about(report),
  'submissions.update': about(report, { alias: 'Hal' }),
  'submissions.delete': about(report),
  'submissions.markContacted': about(report),
  'submissions.convertToCase': about(report, {}),
  'first-calls.list': async ({ tenant }) => ({ query: { location: tenant.home.id, status: 'active' } }),
  'first-calls.create': async ({ entered }) => ({ body: { ...exampleFirstCall(), ...entered.firstCall } }),
  'first-calls.autoSave': async ({ entered }) => ({ body: { ...exampleFirstCall(), ...entered.firstCall } }),
  'first-calls.bulkDelete': async (world) => ({ body: { sheet_ids: [await sheetId(world), await sheetId(world)] } }),
  'first-calls.get': about(sheetId),
  'first-calls.update': about(sheetId, { is_veteran: true }),
  'first-calls.delete': about(sheetId),
  'first-calls.conversionData': about(sheetId),
  'first-calls.convertToCase': about(sheetId, {}),
  'first-calls.noks': about(sheetId),
  'first-calls.addNok': about(sheetId, exampleKin({ first_name: 'Ada', phone: '9045550179' })),
  'first-calls.replaceNok': async (world) => ({
    params: await kinOfSheet(world),
    body: exampleKin({ first_name: 'Ada', phone: '9045550179' }),
  }),
  'first-calls.removeNok': async (world) => {
    const { id } = await recordFirstCall(world.harness, world.tenant, {
      ...world.entered.firstCall,
      next_of_kins: [exampleKin(), exampleKin({ first_name: 'Ada' })],
    });
    const options = { as: asOwner(world), params: { id } };
    const kin = succeeded(await world.harness.call(areas['first-calls'].noks, options)).body as unknown as {
      id: string;
    }[];
    return { params: { id, nokId: kin[1]?.id ?? '' } };
  },
  'cases.list': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'cases.previewNextNumber': async ({ tenant }) => ({ query: { location: tenant.home.id, year: '2026' } }),
  'cases.checkNumber': async () => ({ query: { case_number: 'EX-2026-0001' } }),
  'cases.create': async () => ({
    body: { deceased_first_name: 'Canarius', deceased_last_name: 'Lee', alias: 'Cy' },
  }),
  'cases.duplicates': async () => ({ query: { last_name: 'Nobody', date_of_death: '2026-01-01' } }),
  'cases.statistics': async ({ tenant }) => ({ query: { days: '30', location: tenant.home.id } }),
  'calendar.overview': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'calendar.events': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'insight.dashboard': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'insight.analytics': async ({ tenant }) => ({ query: { location: tenant.home.id, scope: 'quarter' } }),
  'insight.financials': async ({ tenant }) => ({ query: { location: tenant.home.id, scope: 'year' } }),
  'insight.behind': async ({ tenant }) => ({
    query: { figure: 'opened.n', from: '2026-01-01', to: '2026-12-31', location: tenant.home.id },
  }),
  'insight.export': async ({ tenant }) => ({
    query: { report: 'analytics', table: 'cases-by-month', format: 'csv', location: tenant.home.id },
  }),
  'calendar-feeds.list': nothing,
  'calendar-feeds.create': async ({ tenant }) => ({ body: { scope: 'home', funeral_home: tenant.home.id } }),
  'calendar-feeds.revoke': about(async (world) => (await calendarFeed(world)).id),
  'calendar-file.get': async (world) => ({ as: 'nobody', params: { token: await calendarToken(world) } }),
  'cases.queue': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'cases.export': async ({ tenant }) => ({ query: { location: tenant.home.id, format: 'csv' } }),
  'cases.exportRows': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'cases.bulkDelete': async (world) => ({ body: { case_ids: [await caseId(world), await caseId(world)] } }),
  'cases.update': about(caseId, { occupation: 'Baker' }),
  'cases.delete': about(caseId),
  'cases.activate': about(wholeCase),
  'cases.complete': about(async (world) => moved(world, await wholeCase(world), areas.cases.activate)),
  'cases.cancel': about(caseId, { reason: 'Opened by mistake' }),
  'cases.reopen': about(async (world) =>
    moved(world, await caseId(world), areas.cases.cancel, { reason: 'Opened by mistake' }),
  ),
  'cases.presence': about(caseId, { section: 'service' }),
  'cases.get': about(caseId),
  'cases.auditLog': about(caseId),
  'cases.verifyAuditLog': about(caseId),
  'ssn.retrieve': about(caseId),
  'ssn.checkNumber': about(async (world) => {
    const check = { payment_method: 'check', check_number: '10427712' };
    return (await recordPayment(world.harness, world.tenant, await caseId(world), check)).id;
  }),
  'payments.list': async ({ tenant }) => ({ query: { location: tenant.home.id, payment_method: 'cash' } }),
  'payments.record': async (world) => ({ body: examplePayment({ case: await caseId(world) }) }),
  'payments.byCase': async (world) => ({ query: { case_id: await caseId(world) } }),
  'payments.summary': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'payments.get': about(payment),
  'paper.receipt': about(payment),
  'paper.depositReceipt': async (world) => ({ query: { case_id: await caseId(world) } }),
  'paper.firstCall': about(sheetId),
  'paper.case': about(caseId),
  'paper.statement': async (world) => ({ params: await statement(world) }),
  'paper.worksheet': about(caseId),
  'paper.labels': about(caseId),
  'paper.priceList': async (world) => ({ params: await draft(world), query: { case_id: await caseId(world) } }),
  'payments.update': about(payment, { amount: '260.00' }),
  'payments.delete': async (world) => ({ params: { id: await payment(world) }, query: { reason: 'Entered twice' } }),
  'payments.refund': about(payment, { amount: '50.00', reason: 'Flowers were not ordered' }),
  'payments.reverse': about(payment, { reason: 'The check bounced' }),
  'statements.list': about(caseId),
  'statements.finalize': about(feesOfCase, { complete_total: '375.00' }),
  'statements.get': async (world) => ({ params: await statement(world) }),
  'statements.accept': async (world) => ({ params: await statement(world), body: exampleAcceptance }),
  'money-to-come.get': about(caseId),
  'money-to-come.due': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'money-to-come.assign': about(caseId, exampleAssignment()),
  'money-to-come.policyNumber': async (world) => ({ params: await assignment(world) }),
  'money-to-come.change': async (world) => ({ params: await assignment(world), body: { status: 'verified' } }),
  'money-to-come.remove': async (world) => ({ params: await assignment(world) }),
  'money-to-come.setPlan': async (world) => {
    const id = await caseId(world);
    const options = { as: asOwner(world), params: { id }, body: { contract_total: '900.00' } };
    succeeded(await world.harness.call(areas.cases.update, options));
    return { params: { id }, body: { instalments: [{ due_on: '2026-05-01', amount: '300.00' }] } };
  },
  'certificates.copies': about(caseId),
  'certificates.recordCopies': about(caseId, exampleCopies()),
  'certificates.deleteCopies': async (world) => ({ params: await copies(world) }),
  'deadlines.list': async ({ tenant }) => ({ query: { location: tenant.home.id, kind: 'filing' } }),
  'deadlines.ofCase': about(caseWithDeadline),
  'deadlines.override': async (world) => ({ params: await deadline(world), body: exampleOverride }),
  'deadlines.reset': async (world) => {
    const params = await deadline(world);
    const options = { as: asOwner(world), params, body: exampleOverride };
    succeeded(await world.harness.call(areas.deadlines.override, options));
    return { params };
  },
  'documents.list': async (world) => ({ query: { case_id: await caseId(world) } }),
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
  'signature-envelopes.bulkDelete': async (world) => ({ body: { submission_ids: [await envelope(world)] } }),
  'signature-envelopes.bulkResend': async (world) => ({ body: { submission_ids: [await waiting(world)] } }),
  'signing-service.available': connectedFirst,
  'signing-service.sync': connectedFirst,
  'signing-service.activate': about(bound),
  'signing-service.fieldPreview': about(bound),
  'signing-service.refresh': about(waiting),
  'signing-service.listThere': connectedFirst,
  'signing-service.getThere': async (world) => {
    const id = await submissionThere(world.harness, world.tenant, await envelope(world));
    return { params: { id: String(id) } };
  },
  'permits.list': about(caseId),
  'permits.add': about(caseId, examplePermit()),
  'permits.update': async (world) => ({ params: await permit(world), body: { notes: 'Two copies' } }),
  'permits.replace': async (world) => ({
    params: await permit(world),
    body: examplePermit({ permit_number: 'BTP-9' }),
  }),
  'permits.delete': async (world) => ({ params: await permit(world) }),
  'customers.list': async () => ({ query: { ordering: '-created_at' } }),
  'customers.create': async ({ entered }) => ({
    body: exampleCustomer({ phone: null, email: null, ...entered.customer }),
  }),
  'customers.search': async () => ({ query: { q: 'Nobody' } }),
  'customers.export': nothing,
  'customers.cleanupDuplicates': async ({ harness, tenant, entered }) => {
    for (let n = 0; n < 2; n++) await createCustomer(harness, tenant, { ...entered.customer, phone: '9045550172' });
    await harness.projected();
    return { body: {} };
  },
  'customers.bulkDelete': async (world) => ({ body: { customer_ids: [await customer(world), await customer(world)] } }),
  'customers.get': about(customer),
  'customers.update': about(customer, { city: 'Palatka' }),
  'customers.delete': about(customer),
  'customers.mergePreview': async (world) => ({
    params: { id: await customer(world) },
    query: { duplicate_id: await customer(world) },
  }),
  'customers.merge': async (world) => ({
    params: { id: await customer(world) },
    body: { duplicate_id: await customer(world) },
  }),
  'customers.undoMerge': async (world) => {
    const { id, merge_id } = await merge(world);
    return { params: { id }, body: { merge_id } };
  },
  'funeral-homes.list': nothing,
  'funeral-homes.current': nothing,
  'funeral-homes.get': about(homeId),
  'funeral-homes.update': about(homeId, { city: 'Palatka' }),
  'funeral-homes.auditLog': about(homeId),
  'funeral-homes.caseNumbering': about(homeId),
  'funeral-homes.previewCaseNumbering': about(homeId, numbering),
  'funeral-homes.updateCaseNumbering': about(homeId, numbering),
  'price-lists.list': about(homeId),
  'price-lists.inForce': about(homeId),
  'price-lists.create': about(homeId, { kind: 'casket' }),
  'price-lists.get': async (world) => ({ params: await draft(world) }),
  'price-lists.update': async (world) => ({
    params: await draft(world),
    body: { items: [casket({ price: '3400.00' })], containers: 'fiberboard boxes' },
  }),
  'price-lists.delete': async (world) => ({ params: await draft(world) }),
  'price-lists.putInForce': async (world) => ({ params: await draft(world), body: { effective_from: tomorrow() } }),
  'managed-forms.list': async ({ tenant }) => ({ query: { funeral_home: tenant.home.id } }),
  'managed-forms.create': async ({ tenant }) => ({
    body: { funeral_home: tenant.home.id, name: 'Hospice partners', slug: newFormSlug() },
  }),
  'managed-forms.get': about(formOf),
  'managed-forms.update': about(formOf, { settings: { title: 'Tell us of a death', questions: [exampleQuestion()] } }),
  'managed-forms.publish': about(formOf),
  'managed-forms.unpublish': about(openFormOf),
  'managed-forms.archive': about(openFormOf),
  'managed-forms.version': async (world) => ({ params: { id: await openFormOf(world), number: '1' } }),
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
  'user-profiles.list': nothing,
  'user-profiles.currentUser': nothing,
  'user-profiles.getPreferences': nothing,
  'user-profiles.changePreferences': async () => ({ body: { case_form_preferences: preferences } }),
  'user-profiles.replacePreferences': async () => ({ body: { case_form_preferences: preferences } }),
  'user-profiles.completeOnboarding': nothing,
  'user-profiles.get': about(member('coordinator')),
  'user-profiles.update': about(member('coordinator'), { title: 'Clerk' }),
  'account.updatePassword': async (world) => ({
    params: { id: self(world) },
    body: { current_password: world.harness.state.currentPassword, new_password: 'Another-Passw0rd' },
  }),
  'account.confirmSecondFactor': async (world) => {
    world.harness.state.hasAuthenticator = true;
    return { params: { id: self(world) } };
  },
  'account.signOutEverywhere': async (world) => ({ params: { id: self(world) } }),
  'organizations.get': nothing,
  'organizations.update': async () => ({ body: { name: 'Quiet Water Group' } }),
  'privacy.deletedRecords': nothing,
  'privacy.forget': about(deletedCustomer, { kind: 'customer', confirmation: 'FORGET' }),
  'team.members': nothing,
  'team.memberAuditLog': about(member('coordinator')),
  'team.changeMember': about(member('coordinator'), { role: 'office_staff' }),
  'team.deactivateMember': about(member('office_staff')),
  'team.reactivateMember': async (world) => {
    const params = { id: world.tenant.profiles.funeral_director.id };
    succeeded(await world.harness.call(areas.team.deactivateMember, { as: asOwner(world), params }));
    return { params };
  },
  'team.resetAuthenticator': about(member('funeral_home_admin')),
  'team.invitations': nothing,
  'team.invite': async ({ tenant }) => ({
    body: { email: newAddress(), role: 'coordinator', funeral_home: tenant.home.id },
  }),
  'team.pendingCount': nothing,
  'team.resendInvitation': about(invitation),
  'team.cancelInvitation': about(invitation),
  'invitations.get': async (world) => ({ as: 'nobody', params: { token: await mailedToken(world) } }),
  'invitations.accept': async (world) => ({
    as: 'nobody',
    params: { token: await mailedToken(world) },
    body: { first_name: 'New', last_name: 'Comer', password: 'Lantern-1234' },
  }),
  'onboarding.get': nothing,
  'onboarding.save': async () => ({ body: { step: 'home' } }),
  'reference-data.countries': async () => ({ as: 'nobody' }),
  'reference-data.states': async () => ({ as: 'nobody', query: { country: 'CA' } }),
  'reference-data.openapi': async () => ({ as: 'nobody' }),
};

/** The example of a row, ready to be sent; as an owner unless it is a public call. */
export const exampleOf = async (name: RowName, world: World): Promise<CallOptions & { as: Profile | 'nobody' }> => {
  const { as, ...options } = await examples[name](world);
  return { ...options, as: as === 'nobody' ? 'nobody' : asOwner(world) };
};

/** A world in a new organization. */
export const worldIn = async (
  harness: Harness,
  slug: string,
  entered: Partial<World['entered']> = {},
): Promise<World> => ({
  harness,
  tenant: await harness.addTenant(slug),
  entered: { report: {}, customer: {}, firstCall: {}, ...entered },
  tokens: [],
});
