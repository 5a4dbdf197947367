import type { DynamoDBRecord } from 'aws-lambda';

export interface Page {
  records: DynamoDBRecord[];
  /** Undefined when the shard has ended. */
  next: string | undefined;
}

/** Reads a shard page by page. */
export interface Pages {
  page(iterator: string): Promise<Page>;
  /** Where reading begins: behind a record, or at the oldest one that is still there. */
  iterator(shardId: string, sequence: string | undefined): Promise<string>;
}
