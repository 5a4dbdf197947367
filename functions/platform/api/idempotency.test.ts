import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { siteverifyBotCheck } from '#functions/platform/adapters/bot-check.ts';
import { startBotCheck } from '#local/partners/bot-check.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const { customers, intake, submissions } = areas;
const day = 24 * 3600 * 1000;
const callers = long ? 50 : 12;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { chaos: { seed: 'idempotency' } });

describe('R-12 Idempotency-Key', () => {
  const post = (key: string, changes = {}): Promise<Result> =>
    harness.call(intake.submit, { body: exampleIntake(changes), headers: { 'idempotency-key': key } });
  const count = async (): Promise<number> => {
    await harness.projected();
    const { body } = await harness.call(submissions.list, { as: tenant.profiles.super_admin });
    return Number(body.count);
  };
  const atOnce = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: callers }, (_, n) => make(n)));

  it('executes many concurrent identical posts once with one response', async () => {
    const before = await count();
    const answers = await atOnce(() => post('key-crowd'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await post('key-crowd')).text).toBe(answers[0]?.text);
    expect((await count()) - before).toBe(1);
  }, 20_000);

  it('rejects a different body under the same key, also while the first is running', async () => {
    const refused = { detail: 'This Idempotency-Key was used with a different request.' };
    expect((await post('key-changed')).status).toBe(201);
    const second = await post('key-changed', { deceased_first_name: 'Edwin' });
    expect([second.status, second.body]).toEqual([409, refused]);
    const race = await Promise.all(['A', 'B', 'C', 'D'].map((alias) => post('key-race', { alias })));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of race) if (status === 409) expect(body).toEqual(refused);
  }, 20_000);

  it('expires after 24 hours', async () => {
    const first = await post('key-day');
    harness.state.now = () => new Date(Date.now() + day - 5000);
    const late = await post('key-day');
    harness.state.now = () => new Date(Date.now() + day + 5000);
    const next = await atOnce(() => post('key-day'));
    harness.state.now = () => new Date();
    expect(late.text).toBe(first.text);
    expect(new Set(next.map(({ text }) => text)).size).toBe(1);
    expect([next[0]?.status, next[0]?.text === first.text]).toEqual([201, false]);
  }, 20_000);

  it('ignores bot tokens, which differ on every attempt', async () => {
    const first = await post('key-token', { recaptcha_token: 'first' });
    const second = await post('key-token', { recaptcha_token: 'second' });
    expect([second.status, second.text]).toEqual([201, first.text]);
  });

  it('gives concurrent posts of one single-use bot token the same response', async () => {
    const verifier = await startBotCheck({ port: 0 });
    const config = { verifyUrl: `${verifier.url}/siteverify`, secret: 'local' };
    harness.state.botCheck = siteverifyBotCheck(async () => config);
    const minted = await fetch(`${verifier.url}/mint`, { method: 'POST', body: '{}' });
    const { token } = (await minted.json()) as { token: string };
    const answers = await atOnce(() => post('key-bot', { recaptcha_token: token }));
    const other = await post('key-other', { recaptcha_token: token });
    harness.state.botCheck = undefined;
    await verifier.close();
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: callers }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(other.status).toBe(400);
  }, 20_000);

  it('binds a key to its caller and endpoint', async () => {
    const other = await harness.addTenant('harbor-light');
    const create = (staff: Tenant, first_name: string) =>
      harness.call(customers.create, {
        as: staff.profiles.super_admin,
        body: exampleCustomer({ first_name }),
        headers: { 'idempotency-key': 'key-create' },
      });
    const [first, again, changed, theirs] = [
      await create(tenant, 'Ada'),
      await create(tenant, 'Ada'),
      await create(tenant, 'Grace'),
      await create(other, 'Ada'),
    ];
    expect([first.status, again.text, changed.status, theirs.status]).toEqual([201, first.text, 409, 201]);
    expect(theirs.body.id).not.toBe(first.body.id);
    expect((await post('key-create')).status).toBe(201);
  }, 20_000);

  it("S-21 encrypts the response so that only the key's holder can read it", async () => {
    const { body } = await post('key-secret');
    const items = JSON.stringify(await scanTable(harness.client, harness.tableName));
    for (const secret of ['key-secret', String(body.status_token)]) expect(items).not.toContain(secret);
    expect((await post('key-secret')).body).toEqual(body);
  });

  it('R-05 leaves no partial effects', async () => {
    expect(await harness.recount()).toEqual([]);
    expect(harness.fault?.injected).not.toEqual({ conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 });
  });
});
