import { randomUUID } from 'node:crypto';
import { keyName } from '../key-format.ts';
import type { Keys } from '../keys.ts';
import type { Key, Table } from '../table.ts';
import { outboxWrite, type PendingEvent } from './outbox.ts';
import { WriteConflictError } from './retry-on-conflict.ts';

const retentionSeconds = 180 * 24 * 3600;

/** Returns the rows that are not announced yet. `noteOf`: the key of the note that a row was announced. */
export const notAnnounced = async <Row>(
  table: Table,
  rows: readonly Row[],
  noteOf: (row: Row) => Key,
): Promise<Row[]> => {
  const noted = new Set((await table.getAll(rows.map(noteOf))).map(keyName));
  return rows.filter((row) => !noted.has(keyName(noteOf(row))));
};

/** Announces rows together and each only once: their notes and the event commit together. Returns how many. */
export const announceOnce = async <Row>(
  { table, keys, now }: { table: Table; keys: Keys; now: Date },
  rows: readonly Row[],
  { noteOf, eventOf }: { noteOf: (row: Row) => Key; eventOf: (rows: readonly [Row, ...Row[]]) => PendingEvent },
): Promise<number> => {
  const [first, ...also] = rows;
  if (!first) return 0;
  const trace = { now, requestId: `remind-${randomUUID()}` };
  const expires_at = Math.floor(now.getTime() / 1000) + retentionSeconds;
  try {
    await table.transact([
      ...rows.map((row) => ({
        put: { ...noteOf(row), expires_at },
        when: 'absent' as const,
        refused: () => new WriteConflictError(),
      })),
      outboxWrite(keys, keys.organizationId, trace, [eventOf([first, ...also])]),
    ]);
    return rows.length;
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    // A run at the same time announced one of them; the others do not wait for the next hour.
    return announceOnce({ table, keys, now }, await notAnnounced(table, rows, noteOf), { noteOf, eventOf });
  }
};
