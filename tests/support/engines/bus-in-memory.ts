import type { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventEnvelope } from '#domain/shared/events/catalog.ts';
import { draw } from '#local/chaos/chaos.ts';

/**
 * An event bus without servers: `take` rejects an event by throwing. A call fails before or after the bus sees it,
 * each with the given probability.
 */
export const busInMemory = (
  take: (envelope: EventEnvelope) => void,
  { seed = '', before = 0, after = 0 }: { seed?: string; before?: number; after?: number } = {},
) => {
  let calls = 0;
  const faults = { before: 0, after: 0 };
  const accepted = (detail = ''): object => {
    try {
      take(JSON.parse(detail));
      return { EventId: 'taken' };
    } catch {
      return { ErrorCode: 'InternalFailure' };
    }
  };
  const send = async ({ input }: PutEventsCommand): Promise<object> => {
    const chance = draw(seed, calls++);
    if (chance < before) {
      faults.before++;
      throw new Error('connection refused');
    }
    const Entries = (input.Entries ?? []).map(({ Detail }) => accepted(Detail));
    if (chance < before + after) {
      faults.after++;
      throw new Error('connection reset');
    }
    return { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries };
  };
  return { faults, client: { send } as unknown as EventBridgeClient };
};
