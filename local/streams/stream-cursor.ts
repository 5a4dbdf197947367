import type { DynamoDBRecord } from 'aws-lambda';
import type { Pages } from './stream-page.ts';
import type { StreamTail } from './stream-tail.ts';

/**
 * One reader's place in a shard. While it is behind it reads for itself; at the end of the stream it shares the tail's
 * readings with the others.
 */
export class StreamCursor {
  readonly #source: Pages;
  readonly #shardId: string;
  readonly #tail: StreamTail;
  /** Behind this record; undefined: at the beginning. */
  #sequence: string | undefined;
  /** The place in the tail; undefined while it reads for itself. */
  #place: number | undefined;
  #iterator: string | undefined;
  #ended = false;

  constructor(source: Pages, shardId: string, tail: StreamTail, sequence?: string) {
    this.#source = source;
    this.#shardId = shardId;
    this.#tail = tail;
    this.#sequence = sequence;
  }

  /** What was read last was the end of the shard: nothing will follow. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The records that follow, in their order; none when there is nothing new. */
  async read(): Promise<DynamoDBRecord[]> {
    const records = (await this.#readTail()) ?? (await this.#readAlone());
    this.#sequence = records.at(-1)?.dynamodb?.SequenceNumber ?? this.#sequence;
    return records;
  }

  async #readTail(): Promise<DynamoDBRecord[] | undefined> {
    const place = this.#place;
    if (place === undefined) return undefined;
    if (place === this.#tail.end && !this.#tail.ended) await this.#tail.read();
    const records = this.#tail.from(place);
    this.#place = records && place + records.length;
    this.#ended = this.#tail.ended && this.#place === this.#tail.end;
    return records?.filter((record) => this.#isNew(record));
  }

  // One who joins the tail may have read further than it had.
  #isNew({ dynamodb }: DynamoDBRecord): boolean {
    return this.#sequence === undefined || BigInt(dynamodb?.SequenceNumber ?? 0) > BigInt(this.#sequence);
  }

  async #readAlone(): Promise<DynamoDBRecord[]> {
    const end = this.#tail.end;
    const iterator = this.#iterator ?? (await this.#source.iterator(this.#shardId, this.#sequence));
    const { records, next } = await this.#source.page(iterator);
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    this.#ended = next === undefined;
    if (last !== undefined) this.#place = this.#tail.placeAfter(last);
    // It has seen everything that the tail had before it asked; whatever comes now, the tail brings.
    else if (end !== undefined) this.#place = end;
    else if (next !== undefined && this.#tail.end === undefined) this.#place = this.#tail.begin(next);
    this.#iterator = this.#place === undefined ? next : undefined;
    return records;
  }
}
