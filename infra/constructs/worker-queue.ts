import { Duration } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { allow } from './table-access.ts';

/** A queue whose messages nobody may read on the wire or at rest. */
const sealed = (encryptionMasterKey: kms.IKey): sqs.QueueProps => ({
  encryption: sqs.QueueEncryption.KMS,
  encryptionMasterKey,
  dataKeyReuse: Duration.minutes(5),
  enforceSSL: true,
});

/**
 * Where what could not be handled waits for somebody, two weeks; an alarm stands over it. It is encrypted by SQS's own key:
 * what failed because the product's key refused must not be lost for the same reason. Messages hold ids alone.
 */
export const deadLetterQueue = (scope: Construct, id: string): sqs.Queue =>
  new sqs.Queue(scope, id, {
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });

/** A worker may itself put into the dead-letter queue what can never succeed. */
export const allowDeadLettering = (worker: lambda.Function, deadLetters: sqs.Queue): void => {
  worker.addToRolePolicy(allow(['sqs:SendMessage'], [deadLetters.queueArn]));
};

/** The queue of one worker and its dead-letter queue. */
export class WorkerQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;

  constructor(
    scope: Construct,
    id: string,
    { key, maxReceiveCount, workerTimeout }: { key: kms.IKey; maxReceiveCount: number; workerTimeout: Duration },
  ) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new sqs.Queue(this, 'Queue', {
      ...sealed(key),
      // Six times the worker's own limit, so that a message is never handled twice at once (quality C1).
      visibilityTimeout: Duration.seconds(workerTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }
}
