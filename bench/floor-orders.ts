import { randomUUID } from 'node:crypto';
import type { Recording } from './recording.ts';

/** Recordings of one operation, and what is new in each of them. */
export interface Order {
  operation: string;
  recordings: Recording[];
  /** Texts of each recording that no other one has, as its ids: they are replaced by new ones at each repetition. */
  fresh: string[][];
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsIn = (said: unknown): Set<string> => new Set(JSON.stringify(said ?? null).match(ids) ?? []);

/** The ids of each recording that neither the others nor its own request have: what it made. */
export const freshIn = (recordings: readonly Recording[], requests: readonly unknown[] = []): string[][] => {
  const all = recordings.map(idsIn);
  return all.map((own, at) => {
    const asked = idsIn(requests[at]);
    return [...own].filter((id) => !asked.has(id) && !all.some((other, n) => n !== at && other.has(id)));
  });
};

/** What the floor was told to repeat. */
export class FloorOrders {
  readonly #orders = new Map<string, { texts: string[]; recordings: Recording[]; fresh: string[][] }>();

  add(message: unknown): void {
    const { operation, recordings, fresh } = message as Order;
    const texts = fresh.some((one) => one.length > 0) ? recordings.map((one) => JSON.stringify(one)) : [];
    this.#orders.set(operation, { recordings, texts, fresh });
  }

  /** The calls of one repetition: those of a recording, with new ids in the places of its own. */
  wavesOf(operation: string, n: number): Recording {
    const order = this.#orders.get(operation);
    if (!order) throw new Error(`Nothing was recorded of ${operation}`);
    const at = n % order.recordings.length;
    let text = order.texts[at];
    if (text === undefined) return order.recordings[at] ?? [];
    for (const id of order.fresh[at] ?? []) text = text.replaceAll(id, randomUUID());
    return JSON.parse(text) as Recording;
  }
}
