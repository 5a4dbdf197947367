import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';

export interface Page {
  records: DynamoDBRecord[];
  /** Undefined when the shard has ended. */
  next: string | undefined;
}

export interface Pages {
  page(iterator: string): Promise<Page>;
  /** Starts after a record, or at the oldest one that exists. */
  iterator(shardId: string, sequence: string | undefined): Promise<string>;
}

/** A reader further behind reads separately until it has caught up. */
const KEPT_RECORDS = 5_000;

export interface TailOptions {
  paceMs: number;
  keptRecords?: number;
}

/**
 * The newest records of a shard, read once and cached for every reader at its end. Positions only grow. It starts where
 * the first reader found no more records.
 */
export class StreamTail {
  readonly #page: (iterator: string) => Promise<Page>;
  readonly #wake: () => void;
  readonly #paceMs: number;
  readonly #keptRecords: number;
  #iterator: string | undefined;
  #begun = false;
  #first = 0;
  #kept: DynamoDBRecord[] = [];
  readonly #places = new Map<string, number>();
  #reading: Promise<void> | undefined;
  #readAt = 0;

  /** `wake` is called on new records. */
  constructor(page: (iterator: string) => Promise<Page>, wake: () => void, options: TailOptions) {
    this.#page = page;
    this.#wake = wake;
    this.#paceMs = options.paceMs;
    this.#keptRecords = options.keptRecords ?? KEPT_RECORDS;
  }

  /** Position of the next record; undefined until a reader reaches the end. */
  get end(): number | undefined {
    return this.#begun ? this.#first + this.#kept.length : undefined;
  }

  /** True if no record follows the cached ones. */
  get ended(): boolean {
    return this.#begun && this.#iterator === undefined;
  }

  begin(iterator: string): number {
    this.#begun = true;
    this.#iterator = iterator;
    return this.#first;
  }

  placeAfter(sequence: string): number | undefined {
    const place = this.#places.get(sequence);
    return place === undefined ? undefined : place + 1;
  }

  /** Returns the records from a position, or undefined if they are no longer cached. */
  from(place: number): DynamoDBRecord[] | undefined {
    if (!this.#begun || place < this.#first) return undefined;
    return this.#kept.slice(place - this.#first);
  }

  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const wait = this.#readAt + this.#paceMs - performance.now();
    if (wait > 0) await pause(wait);
    if (this.#iterator === undefined) return;
    this.#readAt = performance.now();
    try {
      const { records, next } = await this.#page(this.#iterator);
      this.#iterator = next;
      if (records.length > 0) this.#keep(records);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #keep(records: DynamoDBRecord[]): void {
    for (const record of records) {
      this.#places.set(record.dynamodb?.SequenceNumber ?? '', this.#first + this.#kept.length);
      this.#kept.push(record);
    }
    const over = this.#kept.length - this.#keptRecords;
    if (over > this.#keptRecords / 2) {
      for (const record of this.#kept.splice(0, over)) this.#places.delete(record.dynamodb?.SequenceNumber ?? '');
      this.#first += over;
    }
    // Wakes readers that wait for a write and read too early to see this one.
    this.#wake();
  }

  // Positions are no longer valid.
  #forget(): void {
    this.#first += this.#kept.length + 1;
    this.#kept = [];
    this.#places.clear();
    this.#begun = false;
    this.#iterator = undefined;
  }
}
