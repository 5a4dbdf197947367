import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';

/** What each client throws where its service refuses; bundled as functions are. */
export const refusals = async (): Promise<unknown[]> => {
  const settings = { maxAttempts: 1 };
  const TransactItems = [{ Delete: { TableName: 'table', Key: { pk: { S: 'one' } } } }];
  const asked = [
    new DynamoDBClient(settings).send(new TransactWriteItemsCommand({ TransactItems })),
    new KMSClient(settings).send(new DecryptCommand({ CiphertextBlob: Buffer.from('sealed') })),
    new SecretsManagerClient(settings).send(new GetSecretValueCommand({ SecretId: 'one' })),
    new STSClient(settings).send(new AssumeRoleCommand({ RoleArn: 'role', RoleSessionName: 'one' })),
  ];
  return (await Promise.allSettled(asked)).map((one) => (one.status === 'rejected' ? one.reason : undefined));
};

/** Where each of them asks in a region, if nothing in the environment says otherwise; or with endpoints of another kind. */
export const endpointsIn = (Region: string, kind: { UseFIPS?: boolean; UseDualStack?: boolean } = {}): string[] =>
  [DynamoDBClient, KMSClient, SecretsManagerClient, STSClient].map((Client) =>
    String(new Client({ region: Region }).config.endpointProvider({ Region, ...kind }).url),
  );
