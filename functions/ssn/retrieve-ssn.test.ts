import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { type Role, roles } from '#domain/shared/access/roles.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { SsnDecryptor, SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { outboxBatch } from '#functions/platform/store/transactions/outbox.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { get, list, auditLog } = areas.cases;
const noFieldErrors = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', {
  chaos: { seed: 'ssn', rates: noFieldErrors },
});
let cipher: SsnEncryptor & SsnDecryptor;
beforeAll(() => {
  cipher = harness.state.cipher;
});
afterEach(() => {
  harness.state.cipher = cipher;
  Object.assign(harness.fault?.rates ?? {}, noFieldErrors);
});

const reveal = (id: string, role: Role = 'funeral_director', of = tenant) =>
  harness.call(areas.ssn.retrieve, { as: of.profiles[role], params: { id } });
const opened = async (social_security_number = '987-65-4320', of = tenant): Promise<string> =>
  (await casesOf(harness, of).opened({ deceased_last_name: 'Lindqvist', social_security_number })).id;
const entries = (id: string) => harness.databaseOf(tenant.id).audit.of('CASE', id);
const reveals = async (id: string) => (await entries(id)).filter(({ action }) => action === 'ssn.revealed');
const ssnItem = async (of: Tenant, caseId: string) => {
  const caseRecord = await harness.table.get(keysOf(of.id).case(caseId));
  const item = await harness.table.get(keysOf(of.id).ssn(String(caseRecord?.ssn_id)));
  return { ssn_id: String(caseRecord?.ssn_id), ciphertext: String(item?.ciphertext) };
};
const putCiphertext = (of: Tenant, ssn_id: string, ciphertext: string) =>
  harness.table.transact([{ update: keysOf(of.id).ssn(ssn_id), set: { ciphertext } }]);

describe('POST retrieve-ssn', () => {
  it('S-10 returns the SSN after recording who asked, when, for which case and from where', async () => {
    const caseId = await opened('987654321');
    const answer = await reveal(caseId);
    expect([answer.status, answer.body]).toEqual([200, { social_security_number: '987-65-4321' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [entry] = await entries(caseId);
    const director = tenant.profiles.funeral_director;
    expect(entry).toMatchObject({
      ...{ action: 'ssn.revealed', actor_id: director.id, actor_name: 'Test funeral_director' },
      ...{ actor_role: 'funeral_director', ip: '203.0.113.9' },
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      changes: [{ field: 'social_security_number', from: null, to: null }],
    });
    const [own] = await harness.databaseOf(tenant.id).audit.of('PROFILE', director.id);
    const changes = [{ field: 'case_id', from: null, to: caseId }];
    expect(own).toMatchObject({ action: 'member.number_shown', changes });
    const items = await harness.table.query({ pk: keysOf(tenant.id).outbox(caseId, '').pk });
    expect(items.flatMap((item) => outboxBatch(item).events).map(({ name }) => name)).toContain('ssn.revealed');
    expect(JSON.stringify(items)).not.toMatch(/65-?4321/);
    const log = await harness.call(auditLog, { as: tenant.profiles.coordinator, params: { id: caseId } });
    expect(log.text).toContain('ssn.revealed');
    expect(log.text).not.toMatch(/987-?65-?4321/);
  });

  it('S-03 S-41 allows owners, administrators and directors, and records rejected calls', async () => {
    const caseId = await opened();
    for (const role of roles) {
      const may = ['super_admin', 'funeral_home_admin', 'funeral_director'].includes(role);
      const answer = await reveal(caseId, role);
      expect([answer.status, answer.text.includes('987-65-4320')]).toEqual([may ? 200 : 403, may]);
    }
    expect(await reveals(caseId)).toHaveLength(3);
    const refused = (await entries(caseId)).filter(({ action }) => action === 'ssn.reveal_refused');
    expect(refused).toHaveLength(roles.length - 3);
    expect(refused).toContainEqual(
      expect.objectContaining({ actor_id: tenant.profiles.office_staff.id, actor_role: 'office_staff', changes: [] }),
    );
    expect(refused.every(({ request_id }) => request_id)).toBe(true);
  });

  it('S-10 records the call before it decrypts, even if the key fails', async () => {
    const caseId = await opened();
    let seen = 0;
    const open = async () => {
      seen = (await reveals(caseId)).length;
      throw new AppError('unavailable', { reason: 'kms: KMSInternalException', retryAfterSeconds: 2 });
    };
    harness.state.cipher = { ...cipher, open };
    const answer = await reveal(caseId);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect([seen, (await reveals(caseId)).length]).toEqual([1, 1]);
  });

  const forbidden = () => Promise.reject(Object.assign(new Error('User: arn'), { name: 'AccessDeniedException' }));
  it.each<[string, () => unknown]>([
    ['is refused by the table', () => Object.assign(harness.fault?.rates ?? {}, { conflict: 1 })],
    ['is forbidden', () => vi.spyOn(harness.organizationTable(tenant.id), 'transact').mockImplementation(forbidden)],
  ])('S-10 returns no number when the audit entry %s', async (_, breakAudit) => {
    const caseId = await opened();
    const open = vi.fn(cipher.open);
    harness.state.cipher = { ...cipher, open };
    breakAudit();
    const answer = await reveal(caseId);
    vi.restoreAllMocks();
    expect([answer.status, answer.headers['retry-after'], open.mock.calls]).toEqual([503, '2', []]);
    expect(Object.keys(answer.body).sort()).toEqual(['detail', 'request_id']);
    expect(await reveals(caseId)).toHaveLength(0);
  });

  it('returns 404 under both keys without a record when there is no SSN', async () => {
    const message = 'No Social Security number is recorded for this case.';
    const caseId = await opened('');
    const answer = await reveal(caseId);
    expect([answer.status, answer.body]).toEqual([404, { detail: message, error: message }]);
    expect(await reveals(caseId)).toHaveLength(0);
    const stranger = await harness.addTenant('harbor-light');
    expect((await reveal(await opened(), 'super_admin', stranger)).status).toBe(404);
  });
});

describe('S-09 ciphertext of an SSN', () => {
  it('decrypts only under its id: not moved, changed or cut', async () => {
    const [first, second] = [await opened('987-65-4322'), await opened('987-65-4323')];
    const { ciphertext } = await ssnItem(tenant, first);
    const { ssn_id, ciphertext: own } = await ssnItem(tenant, second);
    const bytes = Buffer.from(own, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    for (const broken of [ciphertext, bytes.toString('base64'), own.slice(0, 40), 'AAAA']) {
      await putCiphertext(tenant, ssn_id, broken);
      const moved = await reveal(second);
      expect(moved.status).toBe(503);
      expect(moved.text).not.toMatch(/987-?65/);
    }
    await putCiphertext(tenant, ssn_id, own);
    expect((await reveal(second)).body).toEqual({ social_security_number: '987-65-4323' });
  });

  it('decrypts only in its organization, even under the same id', async () => {
    const stranger = await harness.addTenant('other-house');
    const caseId = await opened();
    const { ssn_id, ciphertext } = await ssnItem(tenant, caseId);
    const theirs = await opened('', stranger);
    await harness.table.transact([
      { put: { ...keysOf(stranger.id).ssn(ssn_id), ssn_id, ciphertext } },
      { update: keysOf(stranger.id).case(theirs), set: { ssn_id } },
    ]);
    const moved = await reveal(theirs, 'funeral_director', stranger);
    expect(moved.status).toBe(503);
    expect(moved.text).not.toMatch(/987-?65/);
    await harness.table.transact([{ delete: keysOf(stranger.id).ssn(ssn_id) }]);
    const gone = await reveal(theirs, 'funeral_director', stranger);
    expect(gone.status).toBe(404);
  });

  it('decrypts after key rotation, and new ones use the new key', async () => {
    const caseId = await opened();
    harness.kms.rotate('alias/stillwater-ssn');
    const later = await opened('987-65-4325');
    expect((await reveal(caseId)).body).toEqual({ social_security_number: '987-65-4320' });
    expect((await reveal(later)).body).toEqual({ social_security_number: '987-65-4325' });
  });

  it('differs each time, holds no digits in clear, and is opened by no list or case', async () => {
    const [one, two] = [await opened(), await opened()];
    const items = [await ssnItem(tenant, one), await ssnItem(tenant, two)];
    expect(items[0]?.ciphertext).not.toBe(items[1]?.ciphertext);
    for (const { ciphertext } of items)
      expect(Buffer.from(ciphertext, 'base64').toString('latin1')).not.toMatch(/987-?65|65-?4320/);
    harness.state.cipher = {
      seal: () => Promise.reject(new Error('asked')),
      open: () => Promise.reject(new Error('asked')),
    };
    const as = tenant.profiles.super_admin;
    const seen = [
      await harness.call(list, { as, query: { page_size: '100' } }),
      await harness.call(list, { as, query: { search: 'lindqvist' } }),
      await harness.call(get, { as, params: { id: one } }),
    ];
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { text } of seen) expect(text).not.toMatch(/987-?65/);
    expect(seen[2]?.body.social_security_number).toBe('XXX-XX-4320');
  });

  it('R-05 leaves consistent records', async () => {
    // The test above corrupted one reference.
    const bent = expect.stringMatching(/CASE: its SSN .* has no ciphertext$/);
    expect(await harness.recount()).toEqual([bent]);
  });
});
