import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';

export interface MessageQueue {
  delay(message: SQSRecord, seconds: number): Promise<void>;
  /** Copies the message to the dead-letter queue; the caller then deletes it as handled. */
  giveUp(message: SQSRecord): Promise<void>;
}

const urlOf = (arn: string): string => {
  const [, , , region, account, name] = arn.split(':');
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
};

/** Creates access to the queue of a message, which its ARN names. */
export const sqsMessageQueue = (client: SQSClient): MessageQueue => {
  const deadLetterQueues = new Map<string, string>();

  const deadLetterQueueOf = async (arn: string): Promise<string> => {
    const known = deadLetterQueues.get(arn);
    if (known) return known;
    const wanted = { QueueUrl: urlOf(arn), AttributeNames: ['RedrivePolicy' as const] };
    const { Attributes } = await client.send(new GetQueueAttributesCommand(wanted));
    const { deadLetterTargetArn } = JSON.parse(Attributes?.RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string };
    if (!deadLetterTargetArn) throw new Error('a queue without a dead-letter queue');
    deadLetterQueues.set(arn, urlOf(deadLetterTargetArn));
    return urlOf(deadLetterTargetArn);
  };

  return {
    async delay({ eventSourceARN, receiptHandle: ReceiptHandle }, VisibilityTimeout) {
      const QueueUrl = urlOf(eventSourceARN);
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
    async giveUp({ eventSourceARN, body: MessageBody }) {
      await client.send(new SendMessageCommand({ QueueUrl: await deadLetterQueueOf(eventSourceARN), MessageBody }));
    },
  };
};
