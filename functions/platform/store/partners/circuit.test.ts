import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { CircuitBreaker, CircuitOpenError, OutcomeUnknownError, PermanentError, RetryableError } from './circuit.ts';

const began = Date.parse('2026-03-01T10:00:00.000Z');

const harness = await openHarness();

describe('CircuitBreaker', { timeout: 20_000 }, () => {
  let circuit: CircuitBreaker;
  let seconds: number;
  let calls: number;
  const organizationId = () => randomUUID();
  const circuitOf = (organization: string) =>
    new CircuitBreaker(
      harness.table,
      { organizationId: organization, partner: 'any' },
      () => new Date(began + seconds * 1000),
    );
  beforeEach(() => {
    seconds = 0;
    calls = 0;
    circuit = circuitOf(organizationId());
  });

  const works = () => circuit.run(async () => void calls++);
  const fails = (error: Error = new OutcomeUnknownError('500')) =>
    circuit
      .run(async () => {
        calls++;
        throw error;
      })
      .then(
        () => expect.unreachable('it failed'),
        (reason: Error) => reason,
      );
  const failsTimes = async (times: number) => {
    for (let n = 0; n < times; n++) await fails();
  };

  it('opens after five failures in a row, not with a success in between', async () => {
    await failsTimes(4);
    await works();
    await failsTimes(4);
    await works();
    await failsTimes(5);
    expect(calls).toBe(15);
    await expect(works()).rejects.toMatchObject({ name: 'PartnerPaused', retryAfterSeconds: 15 });
    expect(calls).toBe(15);
  });

  it('opens at once for the pause that the partner requests', async () => {
    await fails(new RetryableError('429', { retryAfterSeconds: 60 }));
    seconds = 59;
    await expect(works()).rejects.toMatchObject({ retryAfterSeconds: 1 });
    seconds = 60;
    await works();
  });

  it('lets one probe after the pause, and closes on its success', async () => {
    await failsTimes(5);
    seconds = 15;
    const { promise: goes, resolve: go } = Promise.withResolvers<void>();
    const { promise: probing, resolve: probes } = Promise.withResolvers<void>();
    const probe = circuit.run(async () => {
      probes();
      await goes;
    });
    await probing;
    for (let n = 0; n < 3; n++) await expect(works()).rejects.toBeInstanceOf(CircuitOpenError);
    go();
    await probe;
    for (let n = 0; n < 3; n++) await works();
    // Fully closed: it takes five failures again.
    await failsTimes(4);
    await works();
  });

  it('doubles the pause after each failed probe, up to three minutes', async () => {
    await failsTimes(5);
    const pauses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { retryAfterSeconds } = (await works().catch(
        (error: CircuitOpenError) => error as CircuitOpenError,
      )) as CircuitOpenError;
      pauses.push(retryAfterSeconds);
      seconds += retryAfterSeconds;
      await fails();
    }
    expect(pauses).toEqual([15, 30, 60, 120, 180, 180, 180]);
  });

  it('allows another probe when the prober died', async () => {
    await failsTimes(5);
    seconds = 15;
    const { promise: probing, resolve: probes } = Promise.withResolvers<void>();
    void circuit.run(() => {
      probes();
      return new Promise(() => {});
    });
    await probing;
    await expect(works()).rejects.toBeInstanceOf(CircuitOpenError);
    seconds = 46;
    await works();
  });

  it("allows the next probe when the failure was not the partner's", async () => {
    await failsTimes(5);
    seconds = 15;
    expect(await fails(new TypeError('ours'))).toBeInstanceOf(TypeError);
    await works();
  });

  it('does not open on permanent partner errors or our own bugs', async () => {
    for (let n = 0; n < 10; n++) await fails(n % 2 ? new PermanentError('400') : new TypeError('ours'));
    await works();
  });

  it('opens for one organization only', async () => {
    await failsTimes(5);
    const other = circuitOf(organizationId());
    await expect(other.run(async () => 'well')).resolves.toBe('well');
  });

  it('allows one probe among twenty concurrent workers', async () => {
    const organization = organizationId();
    circuit = circuitOf(organization);
    await failsTimes(5);
    seconds = 15;
    let [probes, paused] = [0, 0];
    const { promise: othersArePaused, resolve: go } = Promise.withResolvers<void>();
    const ask = () =>
      circuitOf(organization).run(async () => {
        probes++;
        await othersArePaused;
      });
    const pause = (): void => {
      paused++;
      if (paused === 19) go();
    };
    await Promise.all(Array.from({ length: 20 }, () => ask().catch(pause)));
    expect(probes).toBe(1);
  });
});
