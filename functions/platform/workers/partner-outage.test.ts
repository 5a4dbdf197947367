import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknownError, PermanentError, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { type Effect, type EffectId, effect, markEffectDone } from '#functions/platform/store/partners/effects.ts';
import { maxReceiveCount } from '#infra/queues.ts';
import { draw } from '#local/chaos/chaos.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';
import { createWorker } from './worker.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const seed = 'outage';
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });
const many = long ? 200 : 20;
const kinds = ['keyed', 'looked-up', 'vouched'] as const;

/** A partner with an outage of every kind, which stores what it received. */
const partnerDown = (clock: { now: number }, isDown: (organization: string) => boolean) => {
  const state = { done: new Map<string, number>(), asked: 0, askedWhileDown: 0, lost: 0 };
  const known = new Set<string>();
  const does = (id: string, key: string): void => {
    if (known.has(key)) return;
    known.add(key);
    state.done.set(id, (state.done.get(id) ?? 0) + 1);
  };
  const ways: ((id: string, key: string) => never)[] = [
    () => {
      throw new OutcomeUnknownError('ECONNREFUSED');
    },
    () => {
      throw new OutcomeUnknownError('500');
    },
    () => {
      throw new RetryableError('429', { retryAfterSeconds: 60 });
    },
    () => {
      throw new RetryableError('429');
    },
    () => {
      clock.now += 8 * seconds;
      throw new OutcomeUnknownError('TimeoutError');
    },
    (id, key) => {
      state.lost++;
      does(id, key);
      throw new OutcomeUnknownError('ECONNRESET');
    },
  ];
  const ask = async (organization: string, id: string, key: string = randomUUID()): Promise<string> => {
    state.asked++;
    clock.now += 50;
    if (isDown(organization)) {
      state.askedWhileDown++;
      ways[Math.floor(draw(seed, state.asked) * ways.length)]?.(id, key);
    }
    does(id, key);
    return id;
  };
  return { state, ask };
};

const harness = await openHarness();

describe('R-08 partner outage of an hour', { timeout: 120_000 }, () => {
  const storyOf = (kind: (typeof kinds)[number]) => {
    const clock = { now: Date.parse('2026-03-01T10:00:00.000Z') };
    const began = clock.now;
    const [down, well] = [randomUUID(), randomUUID()];
    const queue = queueInVirtualTime(clock, { maxReceiveCount });
    const outage = { from: began, until: began + 60 * minutes };
    const isDown = (organization: string) =>
      organization === down && clock.now >= outage.from && clock.now < outage.until;
    const partner = partnerDown(clock, isDown);
    const now = () => new Date(clock.now);
    const dependencies = { table: harness.table, now, leaseSeconds: 20 };

    const wantedOf = (id: EffectId): Effect<string> => {
      const common = { ...id, partner: 'partner' };
      const { organizationId, eventId } = id;
      if (kind === 'keyed') return { kind, ...common, act: (key) => partner.ask(organizationId, eventId, key) };
      if (kind === 'vouched')
        return {
          kind,
          ...common,
          act: async () => {
            try {
              return await partner.ask(organizationId, eventId);
            } finally {
              // Its webhook arrives through the same queue.
              if (partner.state.done.has(eventId)) queue.send(wordOf(id));
            }
          },
        };
      return {
        kind,
        ...common,
        act: () => partner.ask(organizationId, eventId),
        lookUp: async () => {
          if (isDown(organizationId)) throw new OutcomeUnknownError('500');
          return partner.state.done.has(eventId) ? { result: eventId } : undefined;
        },
      };
    };
    const wordOf = ({ organizationId, eventId, name }: EffectId) => ({
      source: 'aws.ses',
      'detail-type': 'Email Sent',
      detail: { mail: { tags: { organization: [organizationId], event: [eventId], effect: [name] } } },
    });
    queue.workedBy(
      createWorker(
        {
          'case.created': async ({ envelope }) => {
            const id = { organizationId: envelope.organization_id, eventId: envelope.id, name: 'partner' };
            await effect(dependencies, wantedOf(id));
          },
        },
        {
          logger,
          queue: queue.queue,
          now,
          onMailSent: async ({ organization = '', event = '', effect: name = '' }) =>
            markEffectDone(harness.table, { organizationId: organization, eventId: event, name }, now()),
        },
      ),
    );
    const send = (organization: string): string => {
      const id = randomUUID();
      queue.send({
        source: 'stillwater',
        'detail-type': 'case.created',
        detail: {
          id,
          organization_id: organization,
          occurred_at: now().toISOString(),
          request_id: 'request',
          payload: { case_id: randomUUID(), funeral_home_id: randomUUID() },
        },
      });
      return id;
    };
    return { clock, began, outage, queue, partner, send, down, well };
  };

  it.each(kinds)('%s: loses, duplicates and abandons none of many effects', async (kind) => {
    const { clock, began, outage, queue, partner, send, down, well } = storyOf(kind);
    const wanted: string[] = [];
    for (let n = 0; n < many; n++) {
      wanted.push(send(down));
      await queue.runUntil(began + n * 15 * seconds);
    }
    // Another organization's company works, so nothing waits there.
    const other = send(well);
    await queue.runUntil(clock.now + seconds);
    expect(partner.state.done.get(other)).toBe(1);

    await queue.runUntil(outage.until);
    const before = [...partner.state.done].filter(([id]) => wanted.includes(id)).length;
    expect(before).toBeLessThanOrEqual(partner.state.lost);
    expect(queue.waiting).toBeGreaterThanOrEqual(many - before);
    await queue.runUntil(outage.until + 5 * minutes);

    expect(wanted.filter((id) => partner.state.done.get(id) !== 1)).toEqual([]);
    expect(queue.waiting).toBe(0);
    expect(queue.deadLetters).toEqual([]);
    expect(queue.maxReceives).toBeLessThan(maxReceiveCount);
    // The circuit breaker limits calls for all messages together.
    expect(partner.state.askedWhileDown).toBeLessThan(60);
    const { askedWhileDown, lost } = partner.state;
    console.info(
      `R-08 ${kind}: asked ${askedWhileDown} times in the hour (${lost} done with a lost answer), at most ${queue.maxReceives} receives`,
    );
  });

  it('retains messages through a day of outage and completes them after it', async () => {
    const { began, outage, queue, partner, send, down } = storyOf('keyed');
    outage.until = began + 24 * 60 * minutes;
    const wanted = Array.from({ length: 20 }, () => send(down));
    await queue.runUntil(outage.until + 4 * 60 * minutes);
    expect(wanted.filter((id) => partner.state.done.get(id) !== 1)).toEqual([]);
    expect(queue.deadLetters).toEqual([]);
  });

  it('dead-letters a permanently rejected message at once and continues with others', async () => {
    const { clock, queue, partner, send, well } = storyOf('keyed');
    const [good, bad] = [send(well), send(well)];
    const ask = partner.ask;
    partner.ask = (organization, id, key) =>
      id === bad ? Promise.reject(new PermanentError('6210')) : ask(organization, id, key);
    await queue.runUntil(clock.now + seconds);
    expect(partner.state.done.get(good)).toBe(1);
    expect(queue.deadLetters).toHaveLength(1);
    expect(queue.deadLetters[0]?.receives).toBe(1);
    expect(queue.waiting).toBe(0);
  });
});
