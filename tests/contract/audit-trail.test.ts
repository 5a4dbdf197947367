import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, type Permission, roles } from '#domain/access/roles.ts';
import { allEndpoints, areas } from '#domain/contract/endpoints.ts';
import type { Mail } from '#functions/adapters/mailer.ts';
import { onInvitation } from '#functions/workers/notify/on-invitation.ts';
import { createCustomer, exampleCustomer } from '#tests/support/customers.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { type CallOptions, type Harness, startHarness } from '#tests/support/harness.ts';
import { scanTable } from '#tests/support/recount.ts';
import { openCase, reportDeath, succeeded } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** What people enter; none of it may stand in a log or an event. */
const entered = {
  first_name: 'Kanarienvogel',
  last_name: 'Distelfink',
  phone: '9045550171',
  email: 'gimpel@example.org',
  address: '7 Volierenweg',
  city: 'Finkenburg',
  notes: 'Ruft nach Anbruch der Nacht an',
  password: 'Zeisig-4711',
  title: 'Obervogelwart',
  license: 'VOGEL-0815',
};

interface World {
  harness: Harness;
  tenant: Tenant;
  /** Ids of customers entered for this deed alone. */
  customers(count: number, changes?: object): Promise<string[]>;
  merged(): Promise<{ id: string; merge_id: string }>;
  invitation(email: string): Promise<string>;
  mailedToken(id: string): Promise<string>;
}
type Deed = [action: string, prepare: (world: World) => Promise<CallOptions>];

const numbering = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'AU', location_code: '', padding: 4, reset_yearly: true };
const member = ({ tenant }: World, role: 'coordinator' | 'office_staff' = 'coordinator'): CallOptions => ({
  params: { id: tenant.profiles[role].id },
});
const submission = async ({ harness, tenant }: World): Promise<CallOptions> => ({
  params: { id: (await reportDeath(harness, tenant)).id },
});

/** Every call that changes or discloses something, done once with success: what is then on record. */
const deeds: Record<string, Deed> = {
  'intake.submit': ['submission.received', async () => ({ body: exampleIntake(), as: 'nobody' })],
  'submissions.update': [
    'submission.updated',
    async (world) => ({ ...(await submission(world)), body: { alias: 'X' } }),
  ],
  'submissions.markContacted': ['submission.contacted', submission],
  'submissions.delete': ['submission.deleted', submission],
  'submissions.convertToCase': ['submission.converted', submission],
  'ssn.retrieve': [
    'ssn.revealed',
    async ({ harness, tenant }) => ({ params: { id: (await openCase(harness, tenant)).caseId } }),
  ],
  'customers.create': ['customer.created', async () => ({ body: exampleCustomer(person) })],
  'customers.update': [
    'customer.updated',
    async ({ customers }) => ({ params: { id: (await customers(1))[0] ?? '' }, body: { city: 'Palatka' } }),
  ],
  'customers.delete': [
    'customer.deleted',
    async ({ customers }) => ({ params: { id: (await customers(1))[0] ?? '' } }),
  ],
  'customers.bulkDelete': [
    'customer.deleted',
    async ({ customers }) => ({ body: { customer_ids: await customers(2) } }),
  ],
  'customers.export': ['customer.exported', async () => ({})],
  'customers.cleanupDuplicates': [
    'customer.merged',
    async ({ customers }) => {
      await customers(2, { phone: '9045550172' });
      return { body: {} };
    },
  ],
  'customers.merge': [
    'customer.merged',
    async ({ customers }) => {
      const [id = '', duplicate_id] = await customers(2);
      return { params: { id }, body: { duplicate_id } };
    },
  ],
  'customers.undoMerge': [
    'customer.merge_undone',
    async ({ merged }) => {
      const { id, merge_id } = await merged();
      return { params: { id }, body: { merge_id } };
    },
  ],
  'funeral-homes.update': [
    'home.updated',
    async ({ tenant }) => ({ params: { id: tenant.home.id }, body: { city: entered.city, phone: entered.phone } }),
  ],
  'funeral-homes.updateCaseNumbering': [
    'case_numbering.updated',
    async ({ tenant }) => ({ params: { id: tenant.home.id }, body: numbering }),
  ],
  'user-profiles.update': [
    'profile.updated',
    async (world) => ({ ...member(world), body: { title: entered.title, license_number: entered.license } }),
  ],
  'account.updatePassword': [
    'password.changed',
    async ({ tenant, harness }) => ({
      params: { id: tenant.profiles.super_admin.id },
      body: { current_password: harness.state.currentPassword, new_password: entered.password },
    }),
  ],
  'account.confirmSecondFactor': [
    'second_factor.confirmed',
    async ({ tenant, harness }) => {
      harness.state.hasAuthenticator = true;
      return { params: { id: tenant.profiles.super_admin.id } };
    },
  ],
  'organizations.update': ['organization.updated', async () => ({ body: { name: entered.city } })],
  'user-profiles.completeOnboarding': ['onboarding.completed', async () => ({})],
  'onboarding.save': ['onboarding.step', async () => ({ body: { step: 'home' } })],
  'team.changeMember': ['member.changed', async (world) => ({ ...member(world), body: { role: 'office_staff' } })],
  'team.deactivateMember': ['member.deactivated', async (world) => member(world)],
  'team.reactivateMember': ['member.reactivated', async (world) => member(world)],
  'team.resetAuthenticator': ['member.authenticator_reset', async (world) => member(world, 'office_staff')],
  'team.invite': ['invitation.created', async () => ({ body: { email: entered.email, role: 'coordinator' } })],
  'team.resendInvitation': [
    'invitation.resent',
    async ({ invitation }) => ({ params: { id: await invitation('again@example.com') } }),
  ],
  'team.cancelInvitation': [
    'invitation.cancelled',
    async ({ invitation }) => ({ params: { id: await invitation('withdrawn@example.com') } }),
  ],
  'invitations.accept': [
    'member.joined',
    async ({ invitation, mailedToken }) => {
      const token = await mailedToken(await invitation('joins@example.com'));
      const { first_name, last_name, password } = entered;
      return { as: 'nobody', params: { token }, body: { first_name, last_name, password } };
    },
  ],
};

/** They look at something, or keep what concerns nobody but the caller. Nothing joins this list unnoticed. */
const unrecorded = [
  'funeral-homes.previewCaseNumbering',
  'user-profiles.changePreferences',
  'user-profiles.replacePreferences',
];

const person = { ...entered, email: null, phone: null };
const rows = new Map(allEndpoints().map(({ name, row }) => [name, row]));
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('S-41 what is on record', () => {
  let harness: Harness;
  let world: World;
  const secrets: string[] = [];
  beforeAll(async () => {
    harness = await startHarness();
    const tenant = await harness.addTenant('whitcomb-ames');
    const as = tenant.profiles.super_admin;
    const customers = (count: number, changes: object = {}) =>
      Promise.all(Array.from({ length: count }, () => createCustomer(harness, tenant, { ...person, ...changes })));
    world = {
      harness,
      tenant,
      customers,
      async merged() {
        const [id = '', duplicate_id] = await customers(2);
        const options = { as, params: { id }, body: { duplicate_id } };
        const { merge_id } = succeeded(await harness.call(areas.customers.merge, options)).body;
        return { id, merge_id: String(merge_id) };
      },
      async invitation(email) {
        const options = { as, body: { email, role: 'coordinator' } };
        return String(succeeded(await harness.call(areas.team.invite, options)).body.id);
      },
      async mailedToken(id) {
        const sent: Mail[] = [];
        const mailer = { send: async (mail: Mail) => void sent.push(mail) };
        const means = { table: harness.table, mailer, now: () => new Date(), leaseSeconds: 30, staffSiteUrl: 'x' };
        const envelope = {
          id,
          organization_id: tenant.id,
          occurred_at: new Date().toISOString(),
          request_id: 'request',
        };
        await onInvitation(means)({ envelope: { ...envelope, payload: { invitation_id: id, mailing: 1 } } });
        const token = /\/invitations\/(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
        secrets.push(token);
        return token;
      },
    };
  });
  afterAll(() => harness.close());

  const entries = async () =>
    (await scanTable(harness.client, harness.tableName)).filter(({ pk }) => /^T#[^#]+#AUDIT#/.test(pk));

  it('S-41 names every call that changes something', () => {
    const writing = [...rows].filter(([, { method }]) => method !== 'GET').map(([name]) => name);
    expect(Object.keys(deeds).sort()).toEqual(
      [...writing.filter((name) => !unrecorded.includes(name)), 'customers.export'].sort(),
    );
  });

  it.each(Object.entries(deeds))('S-41 %s: who did it, when (UTC), and from where', async (name, [action, prepare]) => {
    const row = rows.get(name);
    if (!row) throw new Error(`no row ${name}`);
    const caller = world.tenant.profiles.super_admin;
    const options = await prepare(world);
    const known = new Set((await entries()).map(({ id }) => id));
    succeeded(await harness.call(row, { as: caller, body: {}, ...options }));
    const written = (await entries()).filter(({ id }) => !known.has(id));
    expect(written.map((entry) => entry.action)).toContain(action);
    const actor_id = options.as === 'nobody' ? null : caller.id;
    for (const entry of written) {
      expect(entry).toMatchObject({ actor_id, ip: '203.0.113.9', request_id: expect.any(String) });
      expect(entry.at).toMatch(instant);
      // No entry quotes a password or the secret of a link.
      for (const secret of [entered.password, ...secrets]) expect(JSON.stringify(entry)).not.toContain(secret);
    }
  });

  it.each(unrecorded)('S-41 %s leaves no entry', async (name) => {
    const row = rows.get(name);
    if (!row) throw new Error(`no row ${name}`);
    const before = (await entries()).length;
    const preferences = { visibleSections: [], viewMode: 'all', recentlyUsedSections: [] };
    const body = row.params ? numbering : { case_form_preferences: preferences };
    const options = { as: world.tenant.profiles.super_admin, params: { id: world.tenant.home.id }, body };
    succeeded(await harness.call(row, options));
    expect(await entries()).toHaveLength(before);
  });

  const guarded = [...rows].filter(([, { may }]) => may !== 'public' && roles.some((role) => !can({ role }, may)));

  it.each(guarded)('S-41 logs that %s was refused to a role without the permission', async (_, row) => {
    for (const role of roles.filter((one) => !can({ role: one }, row.may as Permission))) {
      const tenant = await refusedTo();
      const before = harness.state.logs.length;
      const params = { id: tenant.home.id };
      const { status } = await harness.call(row, { as: tenant.profiles[role], params, body: {} });
      expect(status).toBe(403);
      const lines = harness.state.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({
        ...{ message: 'refused', status: 403, reason: `needs ${row.may}`, route: `${row.method} ${row.path}` },
        ...{ organization_id: tenant.id, actor_id: tenant.profiles[role].id },
      });
      expect(lines[0]?.timestamp).toMatch(instant);
    }
  });
  let other: Promise<Tenant> | undefined;
  /** An organization whose roles nobody has changed. */
  const refusedTo = (): Promise<Tenant> => {
    other ??= harness.addTenant('harbor-light');
    return other;
  };

  it('S-13 no log and no event holds what was entered, a password, or the secret of a link', async () => {
    const as = world.tenant.profiles.super_admin;
    const nobody = '0190a000-0000-7000-8000-000000000000';
    // Refusals and failures with everything in hand.
    await harness.call(areas.customers.create, { as, body: { ...person, phone: 7, email: entered.email } });
    await harness.call(areas.customers.list, { as, query: { search: entered.email, ordering: entered.phone } });
    await harness.call(areas.customers.update, { as, params: { id: nobody }, body: person });
    await harness.call(areas.team.invite, { as, body: { email: entered.email, role: 'coordinator' } });
    const wrong = { current_password: entered.password, new_password: entered.notes };
    await harness.call(areas.account.updatePassword, { as, params: { id: as.id }, body: wrong });
    await harness.call(areas.invitations.accept, { params: { token: secrets[0] ?? '' }, body: entered });
    const broken = new Error(`pool refused ${entered.password} of ${entered.email}`);
    harness.state.users.get = () => {
      throw broken;
    };
    const token = await world.mailedToken(await world.invitation('fails@example.com'));
    const failed = await harness.call(areas.invitations.accept, { params: { token }, body: entered });
    expect([failed.status, failed.body.detail]).toEqual([500, 'Server error. Please try again later.']);
    const log = harness.state.logs.join('\n');
    const items = await scanTable(harness.client, harness.tableName);
    const events = JSON.stringify(items.filter(({ stream }) => stream === 'outbox'));
    const told = [...Object.values(entered), ...secrets];
    expect(secrets).toHaveLength(2);
    for (const [where, text] of Object.entries({ log, events }))
      expect([where, told.filter((value) => text.includes(value))]).toEqual([where, []]);
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
