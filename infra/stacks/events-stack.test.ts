import { describe, expect, it } from 'vitest';
import { events } from '#domain/registry/event-catalog.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { maxReceiveCount, messagesAtOnce, type QueueName, queues, workersAtOnce } from '#infra/queues.ts';
import { functionOf } from '#tests/infra/roles.ts';
import { type Placed, synthesize } from '#tests/infra/synthesis.ts';
import { eventNameGroups } from './events-stack.ts';

const synthesis = await synthesize();
const { all, flat } = synthesis;

describe('events', () => {
  const mappings = all('AWS::Lambda::EventSourceMapping');
  const mappingOf = (name: FunctionName): Placed | undefined => {
    const { id, stack } = functionOf(synthesis, name);
    return mappings.find(({ Properties }) => flat(Properties.FunctionName, stack) === `${stack}.${id}`);
  };

  it('R-07 feeds stream readers, splits bad batches and stops after ten tries', () => {
    // The stream's second reader is the projector.
    for (const [name, stream] of [['relay', 'outbox']] as const) {
      const mapping = mappingOf(name);
      expect(mapping?.Properties, name).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: 10,
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(flat(mapping?.Properties.DestinationConfig.OnFailure.Destination, mapping?.stack ?? ''), name).toMatch(
        /DeadLetters.*\.Arn$/,
      );
      expect(
        mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
        name,
      ).toEqual([{ eventName: ['INSERT'], dynamodb: { NewImage: { stream: { S: [stream] } } } }]);
    }
  });

  it('R-07 R-09 gives every worker a queue, a dead-letter queue and partial batches', () => {
    for (const name of Object.keys(queues) as QueueName[]) {
      const mapping = mappingOf(name);
      expect(mapping?.Properties.FunctionResponseTypes, name).toEqual(['ReportBatchItemFailures']);
      const source = flat(mapping?.Properties.EventSourceArn, mapping?.stack ?? '');
      const queue = all('AWS::SQS::Queue').find(({ stack, id }) => source === `${stack}.${id}.Arn`);
      expect(queue?.Properties.RedrivePolicy.maxReceiveCount, name).toBe(maxReceiveCount);
      expect(queue?.Properties.VisibilityTimeout, name).toBeGreaterThanOrEqual(6 * functions[name].timeoutSeconds);
      expect(mapping?.Properties.BatchSize, name).toBe(messagesAtOnce(name));
      // A slow partner occupies no more workers than these.
      expect(mapping?.Properties.ScalingConfig.MaximumConcurrency, name).toBe(workersAtOnce(name));
    }
  });

  it("routes the events of the queue table, and SES's events of accepted emails", () => {
    const rules = all('AWS::Events::Rule').filter(({ Properties }) => Properties.EventPattern);
    const own = rules.filter(({ Properties }) => Properties.EventBusName !== undefined);
    const wanted = Object.values(queues).map((queue) => ({ source: ['stillwater'], 'detail-type': [...queue.events] }));
    expect(own.map(({ Properties }) => Properties.EventPattern)).toEqual(expect.arrayContaining(wanted));
    expect(own).toHaveLength(wanted.length + 1 + eventNameGroups(Object.keys(events)).length);
    const theirs = rules.filter(({ Properties }) => Properties.EventBusName === undefined);
    expect(theirs.map(({ Properties }) => Properties.EventPattern)).toEqual([
      {
        source: ['aws.ses'],
        'detail-type': [
          ...['Email Sent', 'Email Bounced', 'Email Complaint Received', 'Email Rejected', 'Email Delivery Delayed'],
        ],
        detail: { mail: { tags: { 'ses:configuration-set': ['stillwater-prod-mail'] } } },
      },
      {
        source: ['aws.guardduty'],
        'detail-type': ['GuardDuty Malware Protection Object Scan Result'],
        detail: { s3ObjectDetails: { bucketName: [expect.anything()] } },
      },
    ]);
    const [destination] = all('AWS::SES::ConfigurationSetEventDestination');
    expect(destination?.Properties.EventDestination.MatchingEventTypes).toEqual([
      ...['send', 'bounce', 'complaint', 'reject', 'deliveryDelay'],
    ]);
    expect(
      flat(destination?.Properties.EventDestination.EventBridgeDestination.EventBusArn, destination?.stack ?? ''),
    ).toMatch(/event-bus\/default$/);
    expect(all('AWS::Events::Archive')).toHaveLength(1);
  });
});
