import { areas } from '#domain/registry/endpoints.ts';
import {
  asOwner,
  caseId,
  caseWithDeadline,
  copies,
  deadline,
  exampleOverride,
  kinOfSheet,
  moved,
  objection,
  permit,
  sheetId,
  type World,
  wholeCase,
} from '#tests/support/records/example-records.ts';
import { exampleFirstCall, exampleKin, recordFirstCall } from '#tests/support/records/first-calls.ts';
import { exampleBurial, exampleIdentification, exampleObjection, gatesOfCase } from '#tests/support/records/gates.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { exampleCopies, examplePermit } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example } from './example.ts';

/** Overrides a check with the owner as second person. */
const overridden = async (world: World) => {
  const { profiles } = world.tenant;
  const [id, gate, check] = [await caseId(world), 'preparation', 'identified'];
  const body = { check, reason: 'The coroner did', second_person: profiles.super_admin.id };
  succeeded(await gatesOfCase(world, id).ask(areas.gates.override, body, { gate }, profiles.funeral_director));
  return { params: { id, gate, check } };
};

export const casesExamples = {
  'first-calls.list': async ({ tenant }) => ({ query: { location: tenant.home.id, status: 'active' } }),
  'first-calls.create': async ({ entered }) => ({ body: { ...exampleFirstCall(), ...entered.firstCall } }),
  'first-calls.autoSave': async ({ entered }) => ({ body: { ...exampleFirstCall(), ...entered.firstCall } }),
  'first-calls.bulkDelete': async (world) => ({ body: { sheet_ids: [await sheetId(world), await sheetId(world)] } }),
  'first-calls.get': about(sheetId),
  'first-calls.update': about(sheetId, { is_veteran: true }),
  'first-calls.delete': about(sheetId),
  'first-calls.recordRemoval': about(sheetId, { step: 'left' }),
  'first-calls.conversionData': about(sheetId),
  'first-calls.convertToCase': about(sheetId, {}),
  'first-calls.attachToCase': async (world) => ({
    params: { id: await sheetId(world) },
    body: { case: await caseId(world) },
  }),
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
    const nextOfKin = succeeded(await world.harness.call(areas['first-calls'].noks, options)).body as unknown as {
      id: string;
    }[];
    return { params: { id, nokId: nextOfKin[1]?.id ?? '' } };
  },
  'cases.list': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'cases.previewNextNumber': async ({ tenant }) => ({ query: { location: tenant.home.id, year: '2026' } }),
  'cases.checkNumber': async () => ({ query: { case_number: 'EX-2026-0001' } }),
  'cases.create': async () => ({
    body: { deceased_first_name: 'Canarius', deceased_last_name: 'Lee', alias: 'Cy' },
  }),
  'cases.duplicates': async () => ({ query: { last_name: 'Nobody', date_of_death: '2026-01-01' } }),
  'cases.statistics': async ({ tenant }) => ({ query: { days: '30', location: tenant.home.id } }),
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
  'permits.list': about(caseId),
  'permits.add': about(caseId, examplePermit()),
  'permits.update': async (world) => ({ params: await permit(world), body: { notes: 'Two copies' } }),
  'permits.replace': async (world) => ({
    params: await permit(world),
    body: examplePermit({ permit_number: 'BTP-9' }),
  }),
  'permits.delete': async (world) => ({ params: await permit(world) }),
  'certificates.copies': about(caseId),
  'certificates.recordCopies': about(caseId, exampleCopies()),
  'certificates.deleteCopies': async (world) => ({ params: await copies(world) }),
  'deadlines.list': async ({ tenant }) => ({ query: { location: tenant.home.id, kind: 'filing' } }),
  'deadlines.ofCase': about(caseWithDeadline),
  'deadlines.run': about(caseWithDeadline, { running: false }),
  'deadlines.override': async (world) => ({ params: await deadline(world), body: exampleOverride }),
  'deadlines.reset': async (world) => {
    const params = await deadline(world);
    const options = { as: asOwner(world), params, body: exampleOverride };
    succeeded(await world.harness.call(areas.deadlines.override, options));
    return { params };
  },
  'gates.ofCase': about(caseId),
  'gates.identify': about(caseId, exampleIdentification),
  'gates.object': about(caseId, exampleObjection),
  'gates.settle': async (world) => ({ params: await objection(world), body: { text: 'They talked and agreed' } }),
  'gates.answer': async (world) => {
    const id = await caseId(world);
    const { signers, others } = (await gatesOfCase(world, id).read()).authorization;
    const person = signers[0]?.name ?? others[0] ?? '';
    return { params: { id }, body: { person, answer: 'unreachable', note: 'At sea' } };
  },
  'gates.override': async (world) => ({
    params: { id: await caseId(world), gate: 'preparation' },
    body: {
      check: 'identified',
      reason: 'The coroner did',
      second_person: world.tenant.profiles.funeral_home_admin.id,
    },
  }),
  'gates.confirm': overridden,
  'gates.withdraw': overridden,
  'gates.takeBack': async (world) => {
    const id = await gatesOfCase(world, await caseId(world)).readyForBurial();
    succeeded(await gatesOfCase(world, id).ask(areas.gates.record, exampleBurial));
    return { params: { id, step: 'buried' } };
  },
  'gates.record': async (world) => ({
    params: { id: await gatesOfCase(world, await caseId(world)).readyForBurial() },
    body: exampleBurial,
  }),
  'insight.dashboard': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'insight.analytics': async ({ tenant }) => ({ query: { location: tenant.home.id, scope: 'quarter' } }),
  'insight.financials': async ({ tenant }) => ({ query: { location: tenant.home.id, scope: 'year' } }),
  'insight.behind': async ({ tenant }) => ({
    query: { figure: 'opened.n', from: '2026-01-01', to: '2026-12-31', location: tenant.home.id },
  }),
  'insight.months': async () => ({}),
  'insight.sendMonth': async () => ({ body: { month: '2026-01' } }),
  'insight.export': async ({ tenant }) => ({
    query: { report: 'analytics', table: 'cases-by-month', format: 'csv', location: tenant.home.id },
  }),
} satisfies Record<string, Example>;
