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

/** How far a checkpoint must have moved before records are deleted again: each trim waits for the disk. */
const TRIM_STEP = 100;

/** Looks after the stream records of a dynoxide database file while the engine runs on it. */
export class StreamMaintenance {
  readonly #database: DatabaseSync;
  readonly #trimmed = new Map<string, number>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    this.#database.exec(INDEXES);
  }

  /** Deletes the records before `checkpointSequence`, the last one that the stream's only reader has dealt with. */
  trim(tableName: string, checkpointSequence: string): void {
    const checkpoint = Number(checkpointSequence);
    if (!Number.isSafeInteger(checkpoint)) throw new Error(`"${checkpointSequence}" is not a sequence number here`);
    if (checkpoint - (this.#trimmed.get(tableName) ?? 0) < TRIM_STEP) return;
    this.#database.prepare(TRIM).run(tableName, checkpoint);
    this.#trimmed.set(tableName, checkpoint);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
