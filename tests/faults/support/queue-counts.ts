import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Returns the number of visible and of received messages of a queue. */
export const messagesIn = async (queuesUrl: string, name: string): Promise<{ waiting: number; inFlight: number }> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: queuesUrl, region: 'us-east-1', credentials });
  const command = new GetQueueAttributesCommand({
    QueueUrl: `${queuesUrl}/000000000000/${name}`,
    AttributeNames: ['All'],
  });
  const { Attributes = {} } = await client.send(command);
  client.destroy();
  return {
    waiting: Number(Attributes.ApproximateNumberOfMessages),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
  };
};

export const empty = { waiting: 0, inFlight: 0 };
