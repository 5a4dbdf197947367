import { areas } from '#domain/registry/endpoints.ts';
import { finishedArchive, showApp } from '#tests/support/records/archives.ts';
import { createCustomer, exampleCustomer } from '#tests/support/records/customers.ts';
import {
  asOwner,
  customer,
  deletedCustomer,
  invitation,
  mailedToken,
  merge,
  newAddress,
  type World,
} from '#tests/support/records/example-records.ts';
import { exampleImport, finishedImport, handedIn, previewedImport, sentLines } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, homeId, member, nothing } from './example.ts';

const numbering = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'EX', location_code: '', padding: 4, reset_yearly: true };
const preferences = { visibleSections: [], viewMode: 'all', recentlyUsedSections: [] };
const self = (world: World): string => asOwner(world).id;

export const homeExamples = {
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
  'customers.notSame': async (world) => ({ body: { ids: [await customer(world), await customer(world)] } }),
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
  'imports.list': nothing,
  'imports.begin': async () => ({ body: exampleImport(1) }),
  'imports.get': about(previewedImport),
  'imports.send': async (world) => {
    const as = asOwner(world);
    const startedImport = succeeded(await world.harness.call(areas.imports.begin, { as, body: exampleImport(1) }));
    const lines = sentLines([['Ada', 'Brannock', '', '', '', '']]);
    return { params: { id: String(startedImport.body.id) }, body: { after: 0, lines } };
  },
  'imports.lines': about(previewedImport),
  'imports.look': about(async (world) => (await handedIn(world, [['Ada', 'Brannock', '', '', '', '']])).id),
  'imports.run': about(previewedImport, { bring_doubtful: false }),
  'imports.undo': about(finishedImport),
  'imports.discard': about(previewedImport),
  'archives.list': nothing,
  'archives.ask': async (world) => {
    await showApp(world.harness, asOwner(world));
    return {};
  },
  'archives.download': about(({ harness, tenant }) => finishedArchive(harness, tenant)),
  'funeral-homes.list': nothing,
  'funeral-homes.current': nothing,
  'funeral-homes.get': about(homeId),
  'funeral-homes.update': about(homeId, { city: 'Palatka' }),
  'funeral-homes.auditLog': about(homeId),
  'funeral-homes.caseNumbering': about(homeId),
  'funeral-homes.previewCaseNumbering': about(homeId, numbering),
  'funeral-homes.updateCaseNumbering': about(homeId, numbering),
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
  'health.get': async () => ({ as: 'nobody' }),
} satisfies Record<string, Example>;
