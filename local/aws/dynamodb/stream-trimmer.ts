import { DatabaseSync } from 'node:sqlite';

/**
 * The engine looks through all stream records at each write and each read of the stream, and keeps them for ever: after 10,000 of
 * them (some 400 new customers) a write takes ten times as long. It has no setting for that, so that this reaches into its file:
 * two indexes, and the deletion of what its readers have behind them. It relies on the exact version that package.json pins.
 */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_table
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_shard
    ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;

// The record of the checkpoint stays, as the reader resumes after it. So does the newest one: the engine numbers the
// next record from it. The engine can write nothing while these are deleted: hence some milliseconds' worth at once.
const TRIM = `
  DELETE FROM _stream_records WHERE id IN (
    SELECT id FROM _stream_records
    WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < min(?2, (
      SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?1
    ))
    ORDER BY CAST(sequence_number AS INTEGER) LIMIT 2000
  )
`;

/** Busy, an error of the disk, a full disk: what cannot be deleted now is deleted at the next checkpoint. */
const PASSING = [5, 10, 13];

export interface StreamTrimmer {
  /** Deletes records before `checkpoint`, the last one that all readers of the stream have dealt with. */
  trim(tableName: string, checkpoint: string): void;
  close(): void;
}

/** Looks after the stream records of a dynoxide database file while the engine runs on it. */
export const openStreamTrimmer = (path: string): StreamTrimmer => {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(INDEXES);
  // What a power cut brings back is deleted again: no trim has to wait for the disk.
  database.exec('PRAGMA synchronous = NORMAL');
  const trim = database.prepare(TRIM);
  return {
    trim(tableName, checkpoint) {
      try {
        trim.run(tableName, Number(checkpoint));
      } catch (error) {
        const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
        if (!PASSING.includes(code)) throw error;
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
};
