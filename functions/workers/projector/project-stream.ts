import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { count, measure } from '#functions/adapters/metrics.ts';
import { type Projection, type RecordRef, recordsOf, refName } from '#functions/store/projection.ts';
import type { Table } from '#functions/store/table.ts';
import { projectRecords } from './project-records.ts';

interface Dependencies {
  table: Table;
  projections: readonly Projection[];
  logger: Logger;
  now: () => Date;
}

interface Notice {
  ref: RecordRef;
  sequence: string;
  /** When the item says that it was written. */
  writtenAt: string | undefined;
}

const noticesOf = (projections: readonly Projection[], { dynamodb }: DynamoDBRecord): Notice[] =>
  recordsOf(projections, { pk: dynamodb?.Keys?.pk?.S ?? '', sk: dynamodb?.Keys?.sk?.S ?? '' }).map((ref) => ({
    ref,
    sequence: dynamodb?.SequenceNumber ?? '',
    writtenAt: dynamodb?.NewImage?.updated_at?.S,
  }));

/**
 * Projects the records that a batch of the table's stream is about. The stream only says which: what they are is read
 * anew, so that neither order nor repetition matters. When something fails, the records are tried one by one, and those
 * that fail alone are answered; the stream brings them and what follows them again.
 */
export const projectStream =
  ({ table, projections, logger, now }: Dependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const notices = Records.flatMap((record) => noticesOf(projections, record));
    const failed = new Set<string>();
    const project = (refs: readonly RecordRef[]) => projectRecords(table, refs);
    try {
      await project(notices.map(({ ref }) => ref));
    } catch (error) {
      logger.error('projection failed', { reason: (error as Error).name, records: notices.length });
      for (const [name, ref] of new Map(notices.map(({ ref: one }) => [refName(one), one]))) {
        await project([ref]).catch((alone: Error) => {
          failed.add(name);
          logger.error('record not projected', { record: name, reason: alone.name });
        });
      }
    }
    const done = notices.filter(({ ref }) => !failed.has(refName(ref)));
    const written = done.flatMap(({ writtenAt }) => writtenAt ?? []).sort();
    // The oldest of the batch waited longest.
    if (written[0]) measure('ProjectionLag', Math.max(0, now().getTime() - Date.parse(written[0])));
    if (failed.size) count('ProjectionsFailed', failed.size);
    return {
      batchItemFailures: notices
        .filter(({ ref }) => failed.has(refName(ref)))
        .map(({ sequence }) => ({ itemIdentifier: sequence })),
    };
  };
