import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondFactorMessages } from '#domain/access/second-factor.ts';
import { accountEndpoints } from '#domain/account/account.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { createOrganization, NewOrganization } from './create-organization.ts';

describe('the organization', () => {
  let harness: Harness;
  let here: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    here = await harness.addTenant('rule-for-signing-in');
  });
  afterAll(() => harness.close());

  const update = (body: object, as = here.profiles.super_admin) =>
    harness.call(organizationEndpoints.update, { as, body });
  const read = async (as = here.profiles.super_admin) => (await harness.call(organizationEndpoints.get, { as })).body;
  const trail = async () =>
    (await harness.databaseOf(here.id).audit.of('ORGANIZATION', here.id)).map(({ changes }) => changes);

  it('is read by everybody and changed by owners alone', async () => {
    for (const role of ['super_admin', 'office_staff'] as const)
      expect(await read(here.profiles[role])).toEqual({
        ...{ id: here.id, name: 'Organization rule-for-signing-in', second_factor: 'optional' },
        ...{ month_report_mail: true, version: 1 },
      });
    expect((await update({ name: 'Taken' }, here.profiles.funeral_home_admin)).status).toBe(403);
  });

  it('S-08 asks a second factor of administrators once the owner shows one, on record', async () => {
    const refused = await update({ second_factor: 'administrators' });
    expect([refused.status, refused.body]).toEqual([400, { second_factor: [secondFactorMessages.ownFirst] }]);
    expect(await trail()).toEqual([]);

    harness.state.hasAuthenticator = true;
    const own = { as: here.profiles.super_admin, params: { id: here.profiles.super_admin.id } };
    // The app is seen, every session ends, and the next sign-in has shown its code.
    for (let times = 0; times < 2; times++) await harness.call(accountEndpoints.confirmSecondFactor, own);
    expect((await update({ second_factor: 'administrators', version: 1 })).body).toMatchObject({ version: 2 });
    // Asked again for what is so already, nothing changes and nothing is on record.
    expect((await update({ second_factor: 'administrators' })).body).toMatchObject({ version: 2 });
    expect(await trail()).toEqual([[{ field: 'second_factor', from: 'optional', to: 'administrators' }]]);
    expect((await update({ second_factor: 'nobody' })).body).toHaveProperty('second_factor');
    expect((await update({ second_factor: 'optional' })).body).toMatchObject({ second_factor: 'optional', version: 3 });
  });

  it('S-23 has no web address in its name, which stands in mails to strangers', async () => {
    for (const name of ['Your bank. Verify now: https://evil.example/login', 'Bank www.evil.example'])
      expect((await update({ name })).body).toEqual({ name: ['Name cannot contain a web address'] });
  });

  it('R-16 shows what stands to somebody whose version is stale', async () => {
    const { status, body } = await update({ name: 'Late', version: 1 });
    expect([status, body.current]).toEqual([409, await read()]);
  });

  it('R-13 loses no change that two owners make at once', async () => {
    const before = Number((await read()).version);
    const names = Array.from({ length: 5 }, (_, n) => `Group ${n}`);
    for (const { status } of await Promise.all(names.map((name) => update({ name })))) expect(status).toBe(200);
    expect((await read()).version).toBe(before + 5);
    const steps = (await trail()).slice(0, 5).map(([change]) => change);
    // Each began where another one ended.
    expect(new Set(steps.map((step) => step?.from)).size).toBe(5);
  });

  it('S-08 begins with the rule that the operator names, and without one where nothing is said', async () => {
    const values = { name: 'Quiet Water Group', home: 'Quiet Water Chapel', email: 'owner@quiet-water.example' };
    const created = async (more: object) => {
      const { organizationId } = await createOrganization(
        harness.table,
        NewOrganization.parse({ ...values, ...more }),
        new Date(),
      );
      return harness.databaseOf(organizationId).organizations.organization();
    };
    expect(await created({ slug: 'quiet-one' })).toMatchObject({ second_factor: 'optional', version: 1 });
    const asked = { slug: 'quiet-two', second_factor: 'administrators' };
    expect(await created(asked)).toMatchObject({ second_factor: 'administrators' });
  });
});
