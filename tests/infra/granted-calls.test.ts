import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kmsKeyWrapper, kmsSsnDecryptor } from '#functions/platform/adapters/kms.ts';
import { stsOrganizationSessions } from '#functions/platform/adapters/organization-sessions.ts';
import { auditWrite } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { Table } from '#functions/platform/store/table.ts';
import { functions } from '#infra/functions.ts';
import { auditTrace, type GrantedProduct, startGrantedProduct } from './granted-product.ts';
import { oneOfEach } from './granted-story/one-of-each.ts';

describe('S-34 rights of a function', { timeout: 300_000 }, () => {
  let product: GrantedProduct;
  beforeAll(async () => {
    product = await startGrantedProduct();
  });
  afterAll(() => product?.close());

  it('S-02 denies a session of one organization the items and numbers of another', async () => {
    const { harness, state, tenant } = product;
    const stranger = await harness.addTenant('harbor-light');
    const sts = new STSClient({});
    state.running = 'ssn';
    const role = 'arn:aws:iam::123456789012:role/ssn-organization';
    const session = { credentials: stsOrganizationSessions(sts, role, () => new Date())(tenant.id), maxAttempts: 1 };
    const table = new Table(new DynamoDBClient(session), harness.tableName);
    const opener = kmsSsnDecryptor(() => new KMSClient(session), 'alias/stillwater-ssn');
    const [own, other] = [keysOf(tenant.id), keysOf(stranger.id)];
    const denied = { name: 'AccessDeniedException' };
    const sealed = { ssn_id: randomUUID(), ciphertext: Buffer.from('sealed').toString('base64') };
    expect(await table.get(own.case(randomUUID()))).toBeUndefined();
    await expect(table.get(other.case(randomUUID()))).rejects.toMatchObject(denied);
    await expect(table.get(other.ssn(randomUUID()))).rejects.toMatchObject(denied);
    const trails = [own, other].map((keys) => auditWrite(keys, auditTrace, 'ssn.revealed', randomUUID()));
    await expect(table.transact(trails)).rejects.toMatchObject(denied);
    await expect(opener.open(stranger.id, sealed)).rejects.toMatchObject({
      details: { reason: 'kms: AccessDeniedException' },
    });
    // Its own value is read, and is no ciphertext.
    await expect(opener.open(tenant.id, sealed)).rejects.toMatchObject({
      details: { reason: 'kms: InvalidCiphertextException' },
    });
    state.running = 'disclosures';
    const disclosing = role.replace('ssn', 'disclosures');
    const reading = { credentials: stsOrganizationSessions(sts, disclosing, () => new Date())(tenant.id) };
    const wrapper = kmsKeyWrapper(() => new KMSClient({ ...reading, maxAttempts: 1 }), 'alias/stillwater-subjects');
    const subject = { organizationId: tenant.id, kind: 'CASE', id: randomUUID() } as const;
    const { key, wrapped } = await wrapper.create(subject);
    expect(await wrapper.open(subject, wrapped)).toEqual(key);
    for (const refused of [
      wrapper.create({ ...subject, organizationId: stranger.id }),
      wrapper.open({ ...subject, organizationId: stranger.id }, wrapped),
    ])
      await expect(refused).rejects.toMatchObject({ details: { reason: 'kms: AccessDeniedException' } });
    state.running = 'ssn';
    const elsewhere = stsOrganizationSessions(sts, disclosing, () => new Date());
    await expect(elsewhere(tenant.id)()).rejects.toMatchObject({ status: 503 });
    state.running = undefined;
    expect(state.refused).toHaveLength(7);
    state.refused.length = 0;
  });

  it('S-34 lets each function do its work under its own role', async () => {
    await oneOfEach(product);
    expect(Object.keys(functions).filter((name) => !product.ran.has(name))).toEqual([]);
  });
});
