import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { archiveMails, readyArchive } from '#tests/support/records/archives.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('a mail about the file with everything of an organization', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('asks-for-archives');
  });
  afterAll(() => harness.close());

  it('tells every owner once, with a link that asks who is there and with nothing of what is in it', async () => {
    await readyArchive(harness, tenant);
    const [mail, ...others] = await archiveMails(harness, tenant);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([tenant.profiles.super_admin.email]);
    expect(mail?.text).toContain('https://staff/settings/archive');
    expect(mail?.text).toContain('Test super_admin asked for everything');
    expect(mail?.text).not.toMatch(/zips|X-Amz/);
  });
});
