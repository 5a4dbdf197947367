import { describe, expect, it } from 'vitest';
import { archiveMessages } from '#domain/exports/archive.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { firstSession } from '#tests/support/harness.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { askedArchive, finishedArchive, makeArchive, showApp } from '#tests/support/records/archives.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas.archives;
const day = 24 * 3_600_000;

const harness = await openHarness();
let tenant = await harness.addTenant('asks-for-archives');

describe('archives of an organization', { timeout: 120_000 }, () => {
  let n = 0;
  const owner = () => tenant.profiles.super_admin;

  it('S-08 requires an owner with a recent authenticator code, and one at a time', async () => {
    const refused = await harness.call(rows.ask, { as: owner() });
    expect([refused.status, refused.body.code]).toEqual([403, 'fresh_second_factor_required']);
    await showApp(harness, owner());
    harness.state.now = () => new Date(Number(firstSession) * 1000 + 16 * 60_000);
    expect((await harness.call(rows.ask, { as: owner() })).body.code).toBe('fresh_second_factor_required');
    harness.state.now = () => new Date();
    const id = await askedArchive(harness, tenant);
    expect((await harness.call(rows.ask, { as: owner() })).body).toEqual({ detail: archiveMessages.underWay });
    for (const role of roles.filter((one) => one !== 'super_admin')) {
      await showApp(harness, tenant.profiles[role]);
      for (const row of [rows.ask, rows.list, rows.download])
        expect((await harness.call(row, { as: tenant.profiles[role], params: { id } })).status).toBe(403);
    }
    expect((await harness.call(rows.download, { as: owner(), params: { id } })).body).toEqual({
      detail: archiveMessages.notReady,
    });
    await makeArchive(harness, tenant, id);
    const link = succeeded(await harness.call(rows.download, { as: owner(), params: { id } })).body;
    expect(link.download_url).toContain(`zips/${tenant.id}/${id}`);
    const { body } = succeeded(await harness.call(rows.list, { as: owner() }));
    expect(body.results).toMatchObject([{ id, state: 'ready', asked_by_name: 'Test super_admin' }]);
    const trail = await harness.databaseOf(tenant.id).audit.of('ORGANIZATION', tenant.id);
    expect(trail.map(({ action }) => action)).toEqual(['archive.downloaded', 'archive.asked']);
    // A day later the file is deleted, and a new one can be requested.
    harness.state.now = () => new Date(Date.now() + day);
    expect((await harness.call(rows.download, { as: owner(), params: { id } })).status).toBe(410);
    expect(succeeded(await harness.call(rows.list, { as: owner() })).body.results).toMatchObject([{ state: 'over' }]);
    harness.state.now = () => new Date();
  });

  it('begins one of two concurrent requests', async () => {
    const two = await harness.addTenant(`at-once-${n++}`);
    const as = two.profiles.super_admin;
    await showApp(harness, as);
    for (const _time of [1, 2]) {
      const asked = await Promise.all([1, 2, 3].map(() => harness.call(rows.ask, { as })));
      expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const id = String(asked.find(({ status }) => status === 201)?.body.id);
      await makeArchive(harness, two, id);
    }
  });

  it('S-01 hides an archive from other organizations', async () => {
    const stranger = (await harness.addTenant(`beside-${n++}`)).profiles.super_admin;
    tenant = await harness.addTenant(`own-${n++}`);
    const id = await finishedArchive(harness, tenant);
    await showApp(harness, stranger);
    expect((await harness.call(rows.download, { as: stranger, params: { id } })).status).toBe(404);
  });
});
