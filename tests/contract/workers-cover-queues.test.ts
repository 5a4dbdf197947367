import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { functions } from '#infra/functions.ts';
import { projectedItems, queues } from '#infra/queues.ts';

const sourceOf = (path: string): string => readFileSync(new URL(`../../functions/${path}`, import.meta.url), 'utf8');

describe('queues and workers', () => {
  it.each(Object.entries(queues))('every event of the queue %s has a handler in its worker', (queue, { events }) => {
    const [worker] =
      Object.entries(functions).find(
        ([, row]) => 'trigger' in row && 'queue' in row.trigger && row.trigger.queue === queue,
      ) ?? [];
    const entry = sourceOf(`lambdas/${worker}.ts`);
    // A worker of many events has a file per handler.
    const handlers = [...entry.matchAll(/'#functions\/((?:[a-z-]+\/)*(?:worker|emails)\/[^']+)'/g)].map(
      ([, path = '']) => sourceOf(path),
    );
    const sources = [entry, ...handlers].join('\n');
    for (const event of events) expect(sources).toContain(`'${event}':`);
  });

  it('the projector receives exactly the items that something is derived from', () => {
    const mains = new Set(allProjections.map(({ main }) => main));
    const parts = new Set(allProjections.flatMap((projection) => projection.parts));
    expect([...projectedItems.equal].sort()).toEqual([...mains].sort());
    expect([...projectedItems.beginning].sort()).toEqual([...parts].sort());
  });
});
