import { sharedKeys } from './shared-keys.ts';
import type { Table } from './table.ts';

export interface RateState {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

interface Window {
  limit: string;
  caller: string;
  seconds: number;
  now: Date;
}

/** How many calls were counted in the window that runs. */
export const callsCounted = async (table: Table, { limit, caller, seconds, now }: Window): Promise<number> => {
  const at = Math.floor(now.getTime() / 1000);
  const item = await table.get(sharedKeys.rate(limit, caller, String(at - (at % seconds))));
  return Number(item?.n ?? 0);
};

/** Counts one call against a fixed window. `caller` is a hash or an id, never an address in clear. */
export const countCall = async (
  table: Table,
  { limit, caller, max, seconds, now }: Window & { max: number },
): Promise<RateState> => {
  const at = Math.floor(now.getTime() / 1000);
  const start = at - (at % seconds);
  const item = await table.update({
    update: sharedKeys.rate(limit, caller, String(start)),
    add: { n: 1 },
    set: { expires_at: start + seconds * 2 },
  });
  const used = Number(item.n);
  return { allowed: used <= max, remaining: Math.max(0, max - used), resetSeconds: start + seconds - at };
};
