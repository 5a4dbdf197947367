import { STSClient } from '@aws-sdk/client-sts';
import { afterEach, expect, it, vi } from 'vitest';
import { awsClients } from './account.ts';

afterEach(() => vi.unstubAllGlobals());

it('signs a call of a service without a client, also after another service', async () => {
  const signed: string[] = [];
  const spoken: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    signed.push(/\/\d{8}\/(\S+),/.exec(headers.authorization ?? '')?.[1] ?? '');
    spoken.push(headers['content-type'] ?? '');
    return Response.json({});
  });
  const credentials = { accessKeyId: 'one', secretAccessKey: 'secret' };
  const { plain } = awsClients('eu-west-1', new STSClient({ region: 'eu-west-1', credentials }));
  for (const service of ['freetier', 'budgets'] as const)
    await plain({ service, url: `https://${service}.example`, target: 'Target', input: {} });
  expect(signed).toEqual(['us-east-1/freetier/aws4_request', 'us-east-1/budgets/aws4_request']);
  // Versions in botocore's model of each service.
  expect(spoken).toEqual(['application/x-amz-json-1.0', 'application/x-amz-json-1.1']);
});
