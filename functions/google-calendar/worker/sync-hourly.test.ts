import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Key, Table } from '#functions/platform/store/table.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { syncHourly } from './sync-hourly.ts';

it('starts with another organization each hour', async () => {
  const ids = Array.from({ length: 10 }, () => randomUUID()).sort();
  const firstAsked = async (hour: number): Promise<string> => {
    const asked: string[] = [];
    const table = {
      query: async () => ids.map((id) => ({ pk: 'ORGANIZATIONS', sk: `ORG#${id}`, organization_id: id })),
      get: async ({ pk }: Key) => void asked.push(pk),
    } as unknown as Table;
    const now = () => new Date(hour * 3600_000);
    const run = await syncHourly({ table, logger: recordingLogger().logger, now })();
    expect([run, new Set(asked).size]).toEqual([{ organizations: 10, asked: 0, failed: 0 }, 10]);
    return asked[0] ?? '';
  };
  const first = new Set<string>();
  for (let hour = 0; hour < 10; hour++) first.add(await firstAsked(490_000 + hour));
  expect(first.size).toBeGreaterThan(5);
});
