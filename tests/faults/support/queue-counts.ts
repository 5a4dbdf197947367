import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

/** How many messages a queue holds, whether they can be seen or not. */
export const messagesIn = async (queuesUrl: string, name: string): Promise<number> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: queuesUrl, region: 'us-east-1', credentials });
  const QueueUrl = `${queuesUrl}/000000000000/${name}`;
  const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  client.destroy();
  const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible, ApproximateNumberOfMessagesDelayed } =
    Attributes;
  return [
    ApproximateNumberOfMessages,
    ApproximateNumberOfMessagesNotVisible,
    ApproximateNumberOfMessagesDelayed,
  ].reduce((sum, n) => sum + Number(n), 0);
};
