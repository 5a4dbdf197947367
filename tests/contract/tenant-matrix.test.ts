import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, type Permission, type Role, roles } from '#domain/access/roles.ts';
import { allEndpoints, areas } from '#domain/contract/endpoints.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { createCustomer } from '#tests/support/customers.ts';
import { type CallOptions, type Harness, startHarness } from '#tests/support/harness.ts';
import { tableDigest } from '#tests/support/recount.ts';
import { openCase, reportDeath } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** What the other organization has, for our staff to ask about, and a customer of ours to mix it up with. */
interface Theirs {
  ourCustomer: string;
  customer: string;
  submission: string;
  caseId: string;
  caseNumber: string;
  home: string;
  member: string;
  organization: string;
}

const nowhere = '0190a000-0000-7000-8000-000000000000';
const password = {
  current_password: 'Current-1',
  new_password: 'Another-Passw0rd',
  confirm_password: 'Another-Passw0rd',
};

const numbering = {
  pattern: '{PREFIX}-{YEAR}-{SEQ}',
  prefix: 'TAKEN',
  location_code: '',
  padding: 4,
  reset_yearly: true,
};

const asking = (...queries: Record<string, string>[]): CallOptions[] => queries.map((query) => ({ query }));

/**
 * How every staff call is asked about another organization's things: their ids in paths, queries and bodies, and
 * searches for their people. A new row of the contract needs an entry here.
 */
const probes: Record<string, (theirs: Theirs) => CallOptions[]> = {
  'submissions.list': (their) =>
    asking(
      {},
      { page_size: '100' },
      { funeral_home: their.home },
      { funeral_home: their.home, status: 'new' },
      { search: 'Canarius' },
      { search: '5550177' },
      { search: 'canary@harbor-light.example' },
    ),
  'submissions.get': (their) => [their.submission, their.caseId, their.organization].map((id) => ({ params: { id } })),
  'submissions.update': (their) => [
    { params: { id: their.submission }, body: { alias: 'Taken' } },
    { params: { id: their.submission }, body: { version: 1, alias: 'Taken', social_security_number: '987-65-4329' } },
  ],
  'submissions.delete': (their) => [{ params: { id: their.submission } }],
  'submissions.markContacted': (their) => [{ params: { id: their.submission } }],
  'submissions.convertToCase': (their) => [
    { params: { id: their.submission }, body: {} },
    { params: { id: their.submission }, body: { case_number_manual_override: 'TAKEN-1' } },
  ],
  'cases.list': (their) =>
    asking(
      {},
      { location: their.home },
      { location: their.home, status: 'draft' },
      { case_number: their.caseNumber },
      { search: their.caseNumber },
      { search: 'Canarius' },
    ),
  'cases.previewNextNumber': (their) => asking({ location: their.home }, { location: their.home, year: '2026' }),
  'cases.checkNumber': (their) => [{ query: { case_number: their.caseNumber } }],
  'cases.get': (their) => [their.caseId, their.submission].map((id) => ({ params: { id } })),
  'cases.auditLog': (their) => [their.caseId, their.submission].map((id) => ({ params: { id } })),
  'ssn.retrieve': (their) => [{ params: { id: their.caseId } }],
  'customers.list': () => asking({}, { search: 'Canaria' }, { search: '5550178' }, { ordering: '-created_at' }),
  'customers.create': () => [{ body: {} }],
  'customers.search': () => asking({ q: 'Canaria' }, { q: '9045550178' }, { q: 'harbor-light' }),
  'customers.export': () => asking({}, { search: 'Canaria' }),
  'customers.cleanupDuplicates': () => [{ body: {} }],
  'customers.bulkDelete': (their) => [
    { body: { customer_ids: [their.customer] } },
    { body: { customer_ids: [their.ourCustomer, their.customer] } },
  ],
  'customers.get': (their) => [their.customer, their.caseId].map((id) => ({ params: { id } })),
  'customers.update': (their) => [{ params: { id: their.customer }, body: { notes: 'Taken' } }],
  'customers.delete': (their) => [{ params: { id: their.customer } }],
  'customers.mergePreview': (their) => [
    { params: { id: their.customer }, query: { duplicate_id: their.ourCustomer } },
    { params: { id: their.ourCustomer }, query: { duplicate_id: their.customer } },
  ],
  'customers.merge': (their) => [
    { params: { id: their.customer }, body: { duplicate_id: their.ourCustomer } },
    { params: { id: their.ourCustomer }, body: { duplicate_id: their.customer } },
  ],
  'customers.undoMerge': (their) => [
    { params: { id: their.customer }, body: { merge_id: their.customer } },
    { params: { id: their.ourCustomer }, body: { merge_id: their.customer } },
  ],
  'funeral-homes.list': () => [{}],
  'funeral-homes.current': () => [{}],
  'funeral-homes.get': (their) => [{ params: { id: their.home } }],
  'funeral-homes.update': (their) => [{ params: { id: their.home }, body: { name: 'Taken' } }],
  'funeral-homes.auditLog': (their) => [{ params: { id: their.home } }],
  'funeral-homes.caseNumbering': (their) => [{ params: { id: their.home } }],
  'funeral-homes.previewCaseNumbering': (their) => [{ params: { id: their.home }, body: numbering }],
  'funeral-homes.updateCaseNumbering': (their) => [{ params: { id: their.home }, body: numbering }],
  'user-profiles.list': () => [{}],
  'user-profiles.currentUser': () => [{}],
  'user-profiles.getPreferences': () => [{}],
  'user-profiles.changePreferences': () => [{ body: { case_form_preferences: {} } }],
  'user-profiles.replacePreferences': () => [{ body: {} }],
  'user-profiles.completeOnboarding': () => [{}],
  'user-profiles.get': (their) => [{ params: { id: their.member } }],
  'user-profiles.update': (their) => [{ params: { id: their.member }, body: { first_name: 'Taken' } }],
  'account.updatePassword': (their) => [{ params: { id: their.member }, body: password }],
  'account.confirmSecondFactor': (their) => [{ params: { id: their.member } }],
  'organizations.get': () => [{}],
  'organizations.update': () => [{ body: { name: 'Taken' } }],
  'team.members': () => [{}],
  'team.changeMember': (their) => [{ params: { id: their.member }, body: { role: 'office_staff' } }],
  'team.deactivateMember': (their) => [{ params: { id: their.member } }],
  'team.reactivateMember': (their) => [{ params: { id: their.member } }],
  'team.resetAuthenticator': (their) => [{ params: { id: their.member } }],
  'team.invitations': () => [{}],
  'team.invite': (their) => [
    { body: { email: 'new@whitcomb-ames.example', role: 'coordinator', funeral_home: their.home } },
  ],
  'team.pendingCount': () => [{}],
  'team.resendInvitation': (their) => [{ params: { id: their.member } }],
  'team.cancelInvitation': (their) => [{ params: { id: their.member } }],
  'onboarding.get': () => [{}],
  'onboarding.save': () => [{ body: { step: 'home' } }],
};

/** What no sign-in is asked for. Nothing joins this list unnoticed. */
const open = [
  'intake.funeralHome',
  'intake.submit',
  'intake.checkStatus',
  'invitations.get',
  'invitations.accept',
  'reference-data.countries',
  'reference-data.states',
  'reference-data.openapi',
];

/** Calls whose handler refuses more than the table of roles does: asked about what the caller may touch. */
const onOneself: Record<string, (self: Profile) => CallOptions> = {
  'user-profiles.update': ({ id }) => ({ params: { id } }),
  'account.updatePassword': ({ id }) => ({ params: { id } }),
  'account.confirmSecondFactor': ({ id }) => ({ params: { id } }),
};

/** Calls that are about nobody but the caller: anybody else's id is refused unseen. */
const ofOneself = ['account.updatePassword', 'account.confirmSecondFactor'];

const rows = allEndpoints();
const staffRows = rows.filter(({ row }) => row.may !== 'public');

describe('the matrix', () => {
  it('S-03 has an entry for every row of the contract and no other', () => {
    expect(Object.keys(probes).sort()).toEqual(staffRows.map(({ name }) => name).sort());
    expect([...open].sort()).toEqual(
      rows
        .filter(({ row }) => row.may === 'public')
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('every staff call', () => {
  let harness: Harness;
  let ours: Tenant;
  let stranger: Tenant;
  let theirs: Theirs;
  beforeAll(async () => {
    harness = await startHarness();
    ours = await harness.addTenant('whitcomb-ames');
    stranger = await harness.addTenant('harbor-light');
    const canary = {
      deceased_first_name: 'Canarius',
      deceased_last_name: 'Serinus',
      submitter_phone: '9045550177',
      submitter_email: 'canary@harbor-light.example',
      informant_first_name: 'Canaria',
      informant_phone: '9045550178',
      social_security_number: '987-65-4329',
      date_of_death: '2025-10-28',
    };
    const { id } = await reportDeath(harness, stranger, canary);
    const kase = await openCase(harness, stranger, canary);
    // The same death reported to us: their report must not be named as its duplicate.
    await reportDeath(harness, ours, { deceased_last_name: 'Serinus', date_of_death: '2025-10-28' });
    const canaria = { as: stranger.profiles.super_admin, query: { q: 'Canaria' } };
    const [customer] = (await harness.call(areas.customers.search, canaria)).body as unknown as { id: string }[];
    theirs = {
      ourCustomer: await createCustomer(harness, ours),
      customer: String(customer?.id),
      submission: id,
      caseId: kase.caseId,
      caseNumber: kase.caseNumber,
      home: stranger.home.id,
      member: stranger.profiles.funeral_director.id,
      organization: stranger.id,
    };
  }, 30_000);
  afterAll(() => harness.close());

  const canaries = () => [
    'Canari',
    '9045550177',
    '9045550178',
    '987-65-4329',
    'XXX-XX-4329',
    'harbor-light',
    ...Object.values(stranger.profiles).map(({ id }) => id),
  ];
  const digest = () => tableDigest(harness.client, harness.tableName, (pk) => pk.startsWith(`T#${stranger.id}#`));

  describe.each(staffRows)('$name', ({ name, row }) => {
    it('S-01 is 401 to nobody, to an ID token and to a stranger to the pool', async () => {
      const claims = { sub: ours.profiles.super_admin.sub, client_id: harness.clientId };
      for (const probe of probes[name]?.(theirs) ?? []) {
        const answers = [
          await harness.call(row, probe),
          await harness.call(row, { ...probe, as: { claims: { ...claims, token_use: 'id' } } }),
          await harness.call(row, { ...probe, as: { claims: { ...claims, token_use: 'access', sub: nowhere } } }),
        ];
        for (const { status, body } of answers)
          expect([status, body]).toEqual([401, { detail: 'No authentication session found' }]);
      }
    });

    it('S-01 finds nothing of another organization, tells nothing of it, and changes nothing in it', async () => {
      const before = await digest();
      for (const probe of probes[name]?.(theirs) ?? []) {
        const answer = await harness.call(row, { ...probe, as: ours.profiles.super_admin });
        const named = probe.params && probe.params.id !== theirs.ourCustomer;
        expect(named ? [404, 403] : [200, 400, 404], answer.text).toContain(answer.status);
        if (answer.status === 403) expect(ofOneself).toContain(name);
        const filtered =
          probe.query && Object.keys(probe.query).some((key) => !['page_size', 'ordering'].includes(key));
        const found = (answer.body.results ?? answer.body.rows ?? []) as unknown[];
        if (filtered && answer.status === 200) expect([answer.body.count || 0, found]).toEqual([0, []]);
        // A link to the next page repeats what was asked.
        const told = JSON.stringify({ ...answer.body, next: null, previous: null });
        for (const canary of canaries()) expect(told).not.toContain(canary);
      }
      expect(await digest()).toBe(before);
    });

    it.each(roles)('S-03 is for %s as the table of roles says', async (role: Role) => {
      const self = ours.profiles[role];
      const options = onOneself[name]?.(self) ?? { params: { id: nowhere } };
      const { status } = await harness.call(row, { ...options, as: self, body: {} });
      const allowed = can({ role }, row.may as Permission);
      expect(status === 403, `${status}`).toBe(!allowed);
      if (allowed) expect([200, 201, 400, 404, 409]).toContain(status);
    });
  });

  it('S-01 a case number of theirs is free with us, and the reverse', async () => {
    const mine = await openCase(harness, ours);
    expect(mine.caseNumber).toBe(theirs.caseNumber);
  });

  it('S-06 two organizations in turn through one process never meet', async () => {
    const list = staffRows.find(({ name }) => name === 'submissions.list');
    const me = staffRows.find(({ name }) => name === 'user-profiles.currentUser');
    const calls = Array.from({ length: 200 }, async (_, n) => {
      const [tenant, other] = n % 2 ? [ours, stranger] : [stranger, ours];
      const row = (n % 3 ? list : me)?.row;
      if (!row) throw new Error('no such row');
      const { text, status } = await harness.call(row, { as: tenant.profiles.coordinator });
      return {
        status,
        leaked: text.includes(other.id) || text.includes(other.home.id) || text.includes(other.home.slug),
      };
    });
    for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 200, leaked: false });
  });
});
