import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { atomically } from '#local/aws/dynamodb/durable-database.ts';

export interface ReceivedMessage {
  id: string;
  receiptHandle: string;
  body: string;
  sentAt: number;
  firstReceivedAt: number;
  receiveCount: number;
}

interface QueueCounts {
  visible: number;
  inFlight: number;
}

type Row = Record<string, SQLOutputValue>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    attributes TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    receipt_handle TEXT UNIQUE,
    receive_count INTEGER NOT NULL DEFAULT 0,
    first_received_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_at);
`;

/**
 * The messages of all queues in one SQLite file. A send is on disk before it returns. A receive or delete survives the
 * process but is not flushed: a power cut may undo it, and the message is delivered again, as queues may do. Times are
 * epoch milliseconds.
 */
export class QueueStore {
  readonly #sending: DatabaseSync;
  readonly #receiving: DatabaseSync;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#sending = openDatabase(path, 'FULL');
    this.#sending.exec(SCHEMA);
    this.#receiving = openDatabase(path, 'NORMAL');
    chmodSync(path, 0o600);
  }

  send(queue: string, body: string): string {
    const id = randomUUID();
    const now = Date.now();
    this.#sending
      .prepare(`INSERT INTO messages (id, queue, body, attributes, sent_at, visible_at) VALUES (?, ?, ?, '{}', ?, ?)`)
      .run(id, queue, body, now, now);
    return id;
  }

  receive(queue: string, maxMessages: number, visibilitySeconds: number): ReceivedMessage[] {
    const now = Date.now();
    const take = this.#receiving.prepare(
      `UPDATE messages SET receipt_handle = ?, visible_at = ?, receive_count = receive_count + 1,
         first_received_at = coalesce(first_received_at, ?)
       WHERE sequence = ? RETURNING *`,
    );
    return atomically(this.#receiving, () =>
      this.#query(
        'SELECT sequence FROM messages WHERE queue = ? AND visible_at <= ? ORDER BY visible_at, sequence LIMIT ?',
        queue,
        now,
        maxMessages,
      ).flatMap(({ sequence = null }) =>
        take.all(randomUUID(), now + visibilitySeconds * 1000, now, sequence).map(messageOf),
      ),
    );
  }

  /** Moves messages that returned after `maxReceiveCount` receives to the dead-letter queue. Returns their number. */
  moveExhausted(queue: string, deadLetterQueue: string, maxReceiveCount: number): number {
    return this.#change(
      `UPDATE messages SET queue = ?, receipt_handle = NULL
       WHERE queue = ? AND visible_at <= ? AND receive_count >= ?`,
      deadLetterQueue,
      queue,
      Date.now(),
      maxReceiveCount,
    );
  }

  sendBack(deadLetterQueue: string, queue: string): number {
    const now = Date.now();
    return this.#change(
      `UPDATE messages SET queue = ?, receipt_handle = NULL, receive_count = 0, first_received_at = NULL, sent_at = ?,
         visible_at = ? WHERE queue = ? AND visible_at <= ?`,
      queue,
      now,
      now,
      deadLetterQueue,
      now,
    );
  }

  /** Only the newest receipt deletes: an older one belongs to a slow consumer. */
  delete(queue: string, receiptHandle: string): boolean {
    return this.#change('DELETE FROM messages WHERE queue = ? AND receipt_handle = ?', queue, receiptHandle) === 1;
  }

  changeVisibility(queue: string, receiptHandle: string, visibilitySeconds: number): boolean {
    const visibleAt = Date.now() + visibilitySeconds * 1000;
    return (
      this.#change(
        'UPDATE messages SET visible_at = ? WHERE queue = ? AND receipt_handle = ? AND visible_at > ?',
        visibleAt,
        queue,
        receiptHandle,
        Date.now(),
      ) === 1
    );
  }

  /**
   * Makes messages in flight visible, after those already waiting. The interrupted receive does not count: a few
   * restarts would otherwise dead-letter a message that never failed.
   */
  releaseInFlight(): void {
    this.#change(
      `UPDATE messages SET visible_at = ?, receipt_handle = NULL, receive_count = receive_count - 1
       WHERE receipt_handle IS NOT NULL`,
      Date.now(),
    );
  }

  /** Returns when the queue's next message is visible; undefined for an empty queue. */
  nextVisibleAt(queue: string): number | undefined {
    const next = this.#query('SELECT min(visible_at) AS next FROM messages WHERE queue = ?', queue)[0]?.next;
    return typeof next === 'number' ? next : undefined;
  }

  count(queue: string): QueueCounts {
    const [row] = this.#query(
      `SELECT count(*) FILTER (WHERE visible_at <= ?2) AS visible,
         count(*) FILTER (WHERE visible_at > ?2) AS inFlight
       FROM messages WHERE queue = ?1`,
      queue,
      Date.now(),
    );
    return { visible: Number(row?.visible), inFlight: Number(row?.inFlight) };
  }

  close(): void {
    for (const database of [this.#receiving, this.#sending]) if (database.isOpen) database.close();
  }

  #query(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#receiving.prepare(sql).all(...values);
  }

  #change(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#receiving.prepare(sql).run(...values).changes);
  }
}

function openDatabase(path: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  return database;
}

function messageOf(row: Row): ReceivedMessage {
  return {
    id: String(row.id),
    receiptHandle: String(row.receipt_handle),
    body: String(row.body),
    sentAt: Number(row.sent_at),
    firstReceivedAt: Number(row.first_received_at),
    receiveCount: Number(row.receive_count),
  };
}
