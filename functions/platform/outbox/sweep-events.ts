import type { Logger } from '@aws-lambda-powertools/logger';
import { count } from '#functions/platform/adapters/metrics.ts';
import { unsentShards } from '#functions/platform/store/shared-keys.ts';
import { keepHealth } from '#functions/platform/store/system-health.ts';
import {
  countParkedEvents,
  oldestUnsent,
  outboxBatches,
  parkEvent,
  unsentRows,
} from '#functions/platform/store/transactions/outbox.ts';
import { type PublishDependencies, publishInOrder } from './publish-in-order.ts';
import { isKnown } from './relay-events.ts';

interface SweepDependencies extends PublishDependencies {
  logger: Logger;
  /** How long a run may take; what is left then is the next run's. */
  budgetMs?: number;
}

interface Swept extends Record<string, number> {
  published: number;
  /** Items that were overdue, published now or not. */
  overdue: number;
}

const overdueMs = 5 * 60_000;
/** As many as one BatchGet reads. */
const perPage = 100;
const shardsAtOnce = 4;
const maxSetAside = 1000;

/** Goes through one shard, oldest first, page after page. */
const sweepShard = async (
  { logger, ...dependencies }: SweepDependencies,
  { shard, before, isLate }: { shard: number; before: Date; isLate: () => boolean },
): Promise<Swept> => {
  const { table, now } = dependencies;
  const held = new Set<string>();
  const swept: Swept = { published: 0, overdue: 0 };
  for (let position: string | undefined; !isLate(); ) {
    const rows = await unsentRows(table, shard, { before, position, limit: perPage });
    position = rows.at(-1)?.position;
    const { batches, unreadable } = await outboxBatches(table, rows);
    // An index lags behind its table: what is marked there is done.
    const waiting = batches.filter(({ sent }) => !sent);
    swept.overdue += waiting.length + unreadable.length;
    for (const key of unreadable)
      await parkEvent(table, key, now()).catch(({ name }: Error) => logger.error('not set aside', { reason: name }));
    const { marked, failure } = await publishInOrder(dependencies, waiting.filter(isKnown), held);
    for (const { events } of marked) swept.published += events.length;
    if (failure) throw failure;
    if (rows.length < perPage) break;
  }
  return swept;
};

/** Goes through all shards, some side by side. One that fails stops no other. */
const sweepShards = async (
  dependencies: SweepDependencies,
  isLate: () => boolean,
): Promise<{ total: Swept; failures: unknown[] }> => {
  const { now } = dependencies;
  const before = new Date(now().getTime() - overdueMs);
  const total: Swept = { published: 0, overdue: 0 };
  const failures: unknown[] = [];
  const shards = Array.from({ length: unsentShards }, (_, shard) => shard);
  const sweepNext = async (): Promise<void> => {
    for (let shard = shards.shift(); shard !== undefined; shard = shards.shift()) {
      try {
        const { published, overdue } = await sweepShard(dependencies, { shard, before, isLate });
        total.published += published;
        total.overdue += overdue;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: shardsAtOnce }, sweepNext));
  return { total, failures };
};

/** Keeps for how long the oldest event has waited: what people are told of the product's own health. */
const measureHealth = async ({ table, now }: Pick<SweepDependencies, 'table' | 'now'>): Promise<void> => {
  const at = now();
  const oldest = (await oldestUnsent(table, at)) ?? at;
  const waiting_seconds = Math.floor((at.getTime() - oldest.getTime()) / 1000);
  await keepHealth(table, { measured_at: at.toISOString(), waiting_seconds });
};

/**
 * Publishes what the stream did not bring within five minutes, say after an outage longer than a stream's 24 hours.
 * It goes on page after page until nothing is left or its time is up. An event that the bus refuses holds back the
 * later events of its own aggregate, whose order counts, and no others; an item that nobody can read is set aside.
 */
export const sweepEvents = (dependencies: SweepDependencies) => async (): Promise<Swept> => {
  const { table, logger, budgetMs = 45_000 } = dependencies;
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > budgetMs;
  // Before anything is sent on: that is how long it took. Where it cannot be kept, the rest is done nevertheless.
  const unmeasured = await measureHealth(dependencies).then(
    () => [],
    (error: unknown) => [error],
  );
  const { total, failures: unswept } = await sweepShards(dependencies, isLate);
  const failures = [...unswept, ...unmeasured];
  count('OutboxUnsentOverdue', total.overdue);
  count('PoisonEvents', await countParkedEvents(table, maxSetAside));
  if (total.overdue) logger.warn('swept', { ...total });
  if (failures.length) throw failures[0];
  return total;
};
