import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { idempotencyWrite } from '#functions/platform/store/transactions/idempotency.ts';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import type { Call } from '../actor.ts';
import { idempotency } from '../api.ts';

const row = exampleRow({ idempotent: true, excludedFromRequestIdentity: ['token'] });
const actor = exampleActor();

const harness = await openHarness();

describe('R-12 idempotency middleware', () => {
  const send = async (key: string | undefined, body: object, next?: (call: Call) => unknown, one = row) => {
    const call = exampleCall(one, { actor, body });
    const middleware = idempotency({ table: () => harness.table });
    const answer = await through(middleware, {
      call,
      event: { headers: { 'idempotency-key': key } },
      ...(next ? { next } : {}),
    });
    return { call, answer };
  };
  /** Commits the response under the key, as a handler does. */
  const commit = (answer: object) => async (call: Call) => {
    if (!call.identity) throw new Error('no key');
    const key = keysOf(actor.organizationId).idempotency(call.identity.key);
    await harness.table.transact([idempotencyWrite(key, call.identity, answer, call.now)]);
    return answer;
  };

  it('replays the first response, ignoring key order and per-attempt fields', async () => {
    await send('one', { a: 1, b: { c: 2, d: [1, 2] }, token: 'x' }, commit({ done: true }));
    const again = await send('one', { b: { d: [1, 2], c: 2 }, token: 'y', a: 1 });
    expect(again.call.replayed?.answer).toEqual({ done: true });
  });

  it("returns the duplicate's response if it committed first or used a resource up", async () => {
    const overtaken = async (call: Call) => {
      await commit({ done: true })(call);
      return commit({ done: false })(call);
    };
    expect((await send('three', {}, overtaken)).answer).toMatchObject({ statusCode: 200, body: '{"done":true}' });
    const usedUp = async (call: Call) => {
      setTimeout(() => void commit({ done: true })(call), 50);
      throw new AppError('invalid', { perhapsTwin: true });
    };
    expect((await send('four', {}, usedUp)).answer).toMatchObject({ statusCode: 200, body: '{"done":true}' });
  });

  it('accepts 1 to 255 characters, and ignores the key where it is not declared', async () => {
    for (const key of ['', 'k'.repeat(256)]) await expect(send(key, {})).rejects.toMatchObject({ kind: 'invalid' });
    expect((await send('', {}, undefined, exampleRow())).call.identity).toBeUndefined();
    expect((await send(undefined, {})).call.identity).toBeUndefined();
  });
});
