import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { count, measure } from '#functions/platform/adapters/metrics.ts';
import { StaleProjectionError } from '#functions/platform/store/lists/bucket-counters.ts';
import { type Projection, type RecordRef, recordsOf, refName } from '#functions/platform/store/lists/projection.ts';
import { isForGood } from '#functions/platform/store/retries.ts';
import type { Table } from '#functions/platform/store/table.ts';
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
  writtenAt: number | undefined;
}

/** In whole seconds, so the lag is overstated by up to one. Not every write changes the item's own time. */
const writtenAtOf = ({ dynamodb }: DynamoDBRecord): number | undefined => {
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return seconds === undefined ? undefined : Math.floor(seconds) * 1000;
};

const noticesOf = (projections: readonly Projection[], record: DynamoDBRecord): Notice[] => {
  const { dynamodb } = record;
  return recordsOf(projections, { pk: dynamodb?.Keys?.pk?.S ?? '', sk: dynamodb?.Keys?.sk?.S ?? '' }).map((ref) => ({
    ref,
    sequence: dynamodb?.SequenceNumber ?? '',
    writtenAt: writtenAtOf(record),
  }));
};

/**
 * Projects the records of a stream batch, read from the table, so that order and repetition do not matter. Only failed
 * ones are returned for the stream to retry; a permanent failure raises an alarm that names the record.
 */
export const projectStream =
  ({ table, projections, logger, now }: Dependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const notices = Records.flatMap((record) => noticesOf(projections, record));
    const failed = new Set<string>();
    const aside = new Set<string>();
    const project = (refs: readonly RecordRef[]) => projectRecords(table, refs);
    try {
      await project(notices.map(({ ref }) => ref));
    } catch (error) {
      logger.error('projection failed', { reason: (error as Error).name, records: notices.length });
      for (const [name, ref] of new Map(notices.map(({ ref: noticeRef }) => [refName(noticeRef), noticeRef]))) {
        await project([ref]).catch((alone: Error) => {
          const isAside = !(alone instanceof StaleProjectionError) && isForGood(alone);
          (isAside ? aside : failed).add(name);
          logger.error(isAside ? 'record set aside' : 'record not projected', { record: name, reason: alone.name });
        });
      }
    }
    const done = notices.filter(({ ref }) => !failed.has(refName(ref)) && !aside.has(refName(ref)));
    const written = done.flatMap(({ writtenAt }) => writtenAt ?? []);
    if (written.length) measure('ProjectionLag', Math.max(0, now().getTime() - Math.min(...written)));
    if (failed.size + aside.size) count('ProjectionsFailed', failed.size + aside.size);
    return {
      batchItemFailures: notices
        .filter(({ ref }) => failed.has(refName(ref)))
        .map(({ sequence }) => ({ itemIdentifier: sequence })),
    };
  };
