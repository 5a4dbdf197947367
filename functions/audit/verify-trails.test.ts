import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditProof } from '#functions/platform/store/audit/audit-proof.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { organizationRegistry, registerOrganization } from '#functions/platform/store/organization-registry.ts';
import { Table } from '#functions/platform/store/table.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { sealTrails } from './seal-trails.ts';
import { verifyTrails } from './verify-trails.ts';

const hour = 3600_000;

const harness = await openHarness();

describe('S-12 scheduled sealing and verification', { timeout: 20_000 }, () => {
  let ahead: number;
  let metrics: Record<string, number[]>;
  beforeEach(() => {
    ahead = hour / 2;
    metrics = {};
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      const { _aws, service: _, ...values } = JSON.parse(String(line));
      for (const [name, value] of Object.entries(values)) metrics[name] = [...(metrics[name] ?? []), Number(value)];
      return true;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    // Each test starts without organizations.
    for (const { id } of await organizationRegistry(harness.table))
      await harness.table.delete({ pk: sharedKeys.organizations, sk: `ORG#${id}` });
  });

  const { logger, parsed } = recordingLogger();
  const now = () => new Date(Date.now() + ahead);
  const organizationWith = async (entries: number): Promise<string> => {
    const id = randomUUID();
    await harness.table.transact([registerOrganization(id)]);
    const { audit } = harness.databaseOf(id);
    for (let n = 0; n < entries; n++) await harness.table.transact([audit.entry('case.updated', id)]);
    return id;
  };
  const dependencies = (table = harness.table) => ({
    table,
    logger,
    now,
    signer: harness.auditSigner,
    proof: harness.auditSigner,
  });

  it('process every organization, and report zero if all is well', async () => {
    for (let n = 0; n < 3; n++) await organizationWith(n);
    const none = { failed: 0, unfinished: 0 };
    expect(await sealTrails(dependencies())()).toEqual({ organizations: 3, sealed: 3, behind: 0 });
    expect(await verifyTrails(dependencies())()).toEqual({ organizations: 3, batches: 2, findings: 0, ...none });
    expect(metrics).toEqual({ AuditSealBehind: [0], AuditChainBroken: [0], AuditVerifyUnfinished: [0] });
  });

  it('log a finding by its key only', async () => {
    const organization = await organizationWith(3);
    await sealTrails(dependencies())();
    const [entry] = await harness.table.query({ pk: keysOf(organization).audit('CASE', organization) });
    const { pk = '', sk = '' } = entry ?? {};
    await harness.table.transact([{ delete: { pk, sk } }]);
    expect(await verifyTrails(dependencies())()).toMatchObject({ findings: 1 });
    expect(metrics.AuditChainBroken).toEqual([1]);
    expect(parsed().at(-1)).toMatchObject({ organization_id: organization, problem: 'entry-missing', pk, sk });
  });

  it('retry an unreadable log after those not reached, and report it until verified', async () => {
    for (let n = 0; n < 3; n++) await organizationWith(1);
    await sealTrails(dependencies())();
    await verifyTrails(dependencies())();
    const requested: string[] = [];
    const clock = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed);
    const slow: AuditProof = {
      ...harness.auditSigner,
      async witnessed(id) {
        requested.push(id);
        passed += 60_000;
        if (id === requested[0]) throw new Error('out of reach');
        return harness.auditSigner.witnessed(id);
      },
    };
    const short = verifyTrails({ ...dependencies(), proof: slow, budgetMs: 50_000 });
    for (let run = 0; run < 4; run++) {
      ahead += hour / 2;
      expect(await short()).toMatchObject({ unfinished: 1 });
    }
    const [broken, second, third, fourth] = requested;
    expect([new Set([broken, second, third]).size, fourth]).toEqual([3, broken]);
    expect(await verifyTrails(dependencies())()).toMatchObject({ unfinished: 0 });
  });

  it('report findings of an organization that then became unreadable', async () => {
    await organizationWith(1);
    await sealTrails(dependencies())();
    class Dies extends Table {
      override getAll(): never {
        throw new Error('out of time');
      }
    }
    const proof = { ...harness.auditSigner, witnessed: async () => ({ sequence: 9, digest: 'another' }) };
    const table = new Dies(harness.client, harness.tableName);
    expect(await verifyTrails({ ...dependencies(table), proof })()).toMatchObject({ findings: 1, failed: 1 });
    expect(metrics).toMatchObject({ AuditChainBroken: [1], AuditVerifyUnfinished: [1] });
  });

  it('report nothing if a verification did not run, because silence raises the alarm', async () => {
    class Down extends Table {
      override query(): never {
        throw new Error('down');
      }
    }
    const table = new Down(harness.client, harness.tableName);
    await expect(verifyTrails(dependencies(table))()).rejects.toThrow('down');
    expect(metrics.AuditVerifyUnfinished).toBeUndefined();
  });

  it('report organizations not verified for a day, and verify them first', async () => {
    const [first, second] = [await organizationWith(1), await organizationWith(1)];
    await sealTrails(dependencies())();
    await verifyTrails(dependencies())();
    ahead += 26 * hour;
    const late = verifyTrails({ ...dependencies(), budgetMs: -1 });
    expect(await late()).toMatchObject({ batches: 0, unfinished: 2 });
    expect(metrics.AuditVerifyUnfinished).toEqual([0, 2]);
    expect(await verifyTrails(dependencies())()).toMatchObject({ organizations: 2, unfinished: 0 });
    expect(first).not.toBe(second);
  });
});
