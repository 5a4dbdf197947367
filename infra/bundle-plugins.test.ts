import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it, vi } from 'vitest';
import { listen } from '#local/aws/http-listener.ts';
import { madeOnce } from '#tests/infra/content-cache.ts';
import { bundleEntries } from './bundle-functions.ts';
import { serviceHosts } from './bundle-plugins.ts';

/** Of a client of the SDK as it is installed, what it makes of a region. */
const resolvers = {
  'cognito-identity-provider': new CognitoIdentityProviderClient({}).config.endpointProvider,
  dynamodb: new DynamoDBClient({}).config.endpointProvider,
  eventbridge: new EventBridgeClient({}).config.endpointProvider,
  kms: new KMSClient({}).config.endpointProvider,
  'secrets-manager': new SecretsManagerClient({}).config.endpointProvider,
  sesv2: new SESv2Client({}).config.endpointProvider,
  sqs: new SQSClient({}).config.endpointProvider,
  sts: new STSClient({}).config.endpointProvider,
} as const satisfies Record<keyof typeof serviceHosts, unknown>;

describe('the clients that bundles carry', () => {
  const regions = ['us-east-1', 'us-east-2', 'us-west-2', 'ca-central-1', 'eu-west-1'];
  const services = Object.keys(serviceHosts) as (keyof typeof serviceHosts)[];

  it.each(services)('%s: the endpoint is the one that the rules of the SDK give', (service) => {
    for (const Region of regions) {
      const given = resolvers[service]({ Region, UseFIPS: false, UseDualStack: false });
      expect(given).toEqual({
        url: new URL(`https://${serviceHosts[service]}.${Region}.amazonaws.com`),
        properties: {},
        headers: {},
      });
      const named = resolvers[service]({
        Region,
        Endpoint: 'http://127.0.0.1:4566',
        UseFIPS: false,
        UseDualStack: false,
      });
      expect(named).toEqual({ url: new URL('http://127.0.0.1:4566'), properties: {}, headers: {} });
    }
  });

  /** As each service refuses, by the beginning of the operation's name in a header. */
  const refusalsOf: Readonly<Record<string, object>> = {
    DynamoDB: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: 'cancelled',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'one' }, sealed: { B: 'MQ==' } } }],
    },
    TrentService: { __type: 'InvalidCiphertextException', message: 'not ours' },
    secretsmanager: { __type: 'ResourceNotFoundException', Message: 'not there' },
  };

  it('ask the service itself, and throw errors with the names, messages and reasons that their services give', async () => {
    const listener: RequestListener = (request, response) => {
      const refusal = refusalsOf[String(request.headers['x-amz-target'] ?? '').split(/[_.]/)[0] ?? ''];
      const xml =
        '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>';
      if (refusal)
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(refusal));
      else response.writeHead(403, { 'content-type': 'text/xml' }).end(xml);
    };
    const { url, close } = await listen(listener, 0);
    vi.stubEnv('AWS_ENDPOINT_URL', url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const from = [
      'tests/infra/lean-clients.ts',
      'infra/bundle-functions.ts',
      'infra/bundle-plugins.ts',
      'package-lock.json',
    ];
    const folder = await madeOnce('lean-clients', { from }, (made) =>
      bundleEntries(made, { clients: 'tests/infra/lean-clients.ts' }),
    );
    const { endpointsIn, refusals } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'clients', 'index.mjs')).href
    );
    const thrown = await refusals();
    vi.unstubAllEnvs();
    await close();
    expect(endpointsIn('eu-west-1')).toEqual(
      ['dynamodb', 'kms', 'secretsmanager', 'sts'].map((host) => `https://${host}.eu-west-1.amazonaws.com/`),
    );
    for (const kind of [{ UseFIPS: true }, { UseDualStack: true }])
      expect(() => endpointsIn('us-east-1', kind)).toThrow('not in the bundles');
    expect(thrown).toMatchObject([
      {
        name: 'TransactionCanceledException',
        CancellationReasons: [
          { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'one' }, sealed: { B: new Uint8Array([49]) } } },
        ],
      },
      { name: 'InvalidCiphertextException', message: 'not ours', $fault: 'client' },
      { name: 'ResourceNotFoundException', message: 'not there' },
      { name: 'AccessDenied', message: 'no' },
    ]);
  });
});
