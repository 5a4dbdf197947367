import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { CircuitBreaker, CircuitOpenError, OutcomeUnknownError, PermanentError, RetryableError } from './circuit.ts';

const began = Date.parse('2026-03-01T10:00:00.000Z');

const harness = await openHarness();

describe('the circuit of a partner', { timeout: 20_000 }, () => {
  let circuit: CircuitBreaker;
  let seconds: number;
  let asked: number;
  const organizationId = () => randomUUID();
  const circuitOf = (organization: string) =>
    new CircuitBreaker(
      harness.table,
      { organizationId: organization, partner: 'any' },
      () => new Date(began + seconds * 1000),
    );
  beforeEach(() => {
    seconds = 0;
    asked = 0;
    circuit = circuitOf(organizationId());
  });

  const works = () => circuit.run(async () => void asked++);
  const fails = (error: Error = new OutcomeUnknownError('500')) =>
    circuit
      .run(async () => {
        asked++;
        throw error;
      })
      .then(
        () => expect.unreachable('it failed'),
        (reason: Error) => reason,
      );
  const failsTimes = async (times: number) => {
    for (let n = 0; n < times; n++) await fails();
  };

  it('opens when it has failed five times in a row, and not when something went well in between', async () => {
    await failsTimes(4);
    await works();
    await failsTimes(4);
    await works();
    await failsTimes(5);
    expect(asked).toBe(15);
    await expect(works()).rejects.toMatchObject({ name: 'PartnerPaused', retryAfterSeconds: 15 });
    expect(asked).toBe(15);
  });

  it('opens at once for as long as the partner asks for', async () => {
    await fails(new RetryableError('429', { retryAfterSeconds: 60 }));
    seconds = 59;
    await expect(works()).rejects.toMatchObject({ retryAfterSeconds: 1 });
    seconds = 60;
    await works();
  });

  it('lets one ask for all when the pause is over, whose success closes it', async () => {
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
    // Closed as if nothing had been: it takes five failures again.
    await failsTimes(4);
    await works();
  });

  it('waits longer after each failed probe, and three minutes at most', async () => {
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

  it('lets another probe when the one that did has died', async () => {
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

  it('lets the next one probe when it was not the partner that failed', async () => {
    await failsTimes(5);
    seconds = 15;
    expect(await fails(new TypeError('ours'))).toBeInstanceOf(TypeError);
    await works();
  });

  it('stays closed for what the partner refuses for good, and for errors of our own', async () => {
    for (let n = 0; n < 10; n++) await fails(n % 2 ? new PermanentError('400') : new TypeError('ours'));
    await works();
  });

  it('is open for one organization alone', async () => {
    await failsTimes(5);
    const other = circuitOf(organizationId());
    await expect(other.run(async () => 'well')).resolves.toBe('well');
  });

  it('has one probe when twenty workers find it due at the same time', async () => {
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
