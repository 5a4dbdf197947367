import { DatabaseSync } from 'node:sqlite';

/**
 * The engine looks through every stream record at each write and each read of the stream, and keeps them for ever: at
 * 40,000 records a write takes 20 ms. Two expression indexes bring it back to 3 ms, and trimming keeps the table small.
 * This relies on the engine's private schema, hence on its exact version, which package.json pins.
 */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_table
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_shard
    ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;

// The record of the checkpoint stays, as the reader resumes after it. So does the newest one: the engine numbers the
// next record from it.
const TRIM = `
  DELETE FROM _stream_records
  WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < ?2 AND CAST(sequence_number AS INTEGER) < (
    SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?1
  )
`;

/** How far a checkpoint must have moved before records are deleted again. */
const TRIM_STEP = 100;
/** So many records are deleted at once: a few milliseconds, in which the engine can write nothing. */
const SLICE = 500;
/** A slice may follow so soon upon the one before, so that a long backlog goes while calls are answered. */
const PACE_MS = 200;
/** Busy, an error of the disk, a full disk: what cannot be deleted now is deleted later, and nothing is lost meanwhile. */
const PASSING = [5, 10, 13];

const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && PASSING.includes(Number(error.errcode) & 0xff);

const OLDEST = 'SELECT min(CAST(sequence_number AS INTEGER)) AS oldest FROM _stream_records WHERE table_name = ?1';

/** Looks after the stream records of a dynoxide database file while the engine runs on it. */
export class StreamMaintenance {
  readonly #database: DatabaseSync;
  /** Per table: before which record everything may go, and before which one it is gone. */
  readonly #tables = new Map<string, { checkpoint: number; trimmed: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, { busyMs = 5000 }: { busyMs?: number } = {}) {
    this.#database = new DatabaseSync(path, { timeout: busyMs });
    this.#database.exec(INDEXES);
    // What a power cut brings back is deleted again: no trim has to wait for the disk.
    this.#database.exec('PRAGMA synchronous = NORMAL');
  }

  /**
   * Deletes the records before `checkpointSequence`, the last one that the stream's only reader has dealt with: some now,
   * the others slice by slice.
   */
  trim(tableName: string, checkpointSequence: string): void {
    const checkpoint = Number(checkpointSequence);
    if (!Number.isSafeInteger(checkpoint)) throw new Error(`"${checkpointSequence}" is not a sequence number here`);
    const trimmed = this.#tables.get(tableName)?.trimmed ?? this.#oldest(tableName);
    this.#tables.set(tableName, { checkpoint, trimmed });
    if (!this.#timer && checkpoint - trimmed >= TRIM_STEP) this.#slice();
  }

  #oldest(tableName: string): number {
    return Number(this.#database.prepare(OLDEST).get(tableName)?.oldest ?? 0);
  }

  #slice(): void {
    this.#timer = undefined;
    let isMore = false;
    for (const [tableName, table] of this.#tables) {
      if (table.checkpoint - table.trimmed < TRIM_STEP) continue;
      const until = Math.min(table.checkpoint, table.trimmed + SLICE);
      if (this.#isGone(tableName, until)) table.trimmed = until;
      isMore ||= table.checkpoint - table.trimmed >= TRIM_STEP;
    }
    if (isMore) this.#timer = setTimeout(() => this.#slice(), PACE_MS).unref();
  }

  #isGone(tableName: string, until: number): boolean {
    try {
      this.#database.prepare(TRIM).run(tableName, until);
      return true;
    } catch (error) {
      if (!isPassing(error)) throw error;
      return false;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#database.isOpen) this.#database.close();
  }
}
