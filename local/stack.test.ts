import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentNames } from '#infra/environment-names.ts';
import { functions } from '#infra/functions.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

let folder: string;
let stack: Stack | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-stack-'));
});
afterEach(async () => {
  await stack?.close();
  stack = undefined;
  rmSync(folder, { recursive: true, force: true });
});

// Entries that record their events and respond in the format of their kind.
const code = (name: string) => `
import { appendFileSync } from 'node:fs';
export const handler = async (event) => {
  appendFileSync(${JSON.stringify('LOG')}, JSON.stringify({ name: ${JSON.stringify(name)}, event }) + '\\n');
  if (event.Records) return { batchItemFailures: [] };
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(process.env) };
};`;

const start = async (options: Partial<StackOptions> = {}) => {
  const entries = join(folder, 'entries');
  if (!existsSync(entries)) {
    mkdirSync(entries);
    for (const name of Object.keys(functions)) {
      writeFileSync(join(entries, `${name}.ts`), code(name).replace('LOG', join(folder, 'log')));
    }
  }
  const dataDir = join(folder, 'data');
  stack = await startStack({
    dataDir,
    ports: 'random',
    seed: false,
    entries: pathToFileURL(`${entries}/`),
    ...options,
  });
  return stack;
};
const invocations = (name: string) =>
  (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : [])
    .map((line) => JSON.parse(line))
    .filter((invocation) => invocation.name === name)
    .map(({ event }) => event);

const putEvent = async (number: number) => {
  const client = new DynamoDBClient({});
  const Item = { pk: { S: `T#${number}` }, sk: { S: `EVENT#${number}` }, stream: { S: 'outbox' } };
  await client.send(new PutItemCommand({ TableName: 'stillwater', Item }));
  client.destroy();
};
const relayed = () =>
  invocations('relay').flatMap(({ Records }) => Records.map((record: Relayed) => record.dynamodb.Keys.sk.S));
interface Relayed {
  dynamodb: { Keys: { sk: { S: string } } };
}

describe('stack', () => {
  it('gives functions every setting of the table, and hides the AWS account', async () => {
    process.env.AWS_PROFILE = 'production';
    const { staffUrl, env } = await start({ rateLimits: 'off', effectLeaseSeconds: 3 });
    const seen = (await (await fetch(`${staffUrl}/api/common/countries/`)).json()) as Record<string, string>;
    for (const name of environmentNames) expect(seen[name], name).toBeTruthy();
    expect(seen).toMatchObject({
      RATE_LIMITS: 'off',
      EFFECT_LEASE_SECONDS: '3',
      STAFF_SITE_URL: staffUrl,
      TABLE_NAME: env.TABLE_NAME,
    });
    expect(seen.AWS_PROFILE).toBeUndefined();
    const endpoints = Object.entries(seen).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL'));
    expect(endpoints.length).toBe(12);
    // The database has its own address (0231).
    for (const [, url] of endpoints) expect(url).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:/);
  });

  it('S-25 calls the functions with the secret through the sites only', async () => {
    const { staffUrl, intakeUrl, apiUrl } = await start();
    for (const url of [staffUrl, intakeUrl]) await fetch(`${url}/api/common/countries/`);
    await fetch(`${apiUrl}/api/common/countries`);
    const secrets = invocations('reference').map(({ headers }) => headers['x-origin-verify']);
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/), secrets[0], undefined]);
  });

  it('delivers outbox items to the relay, and events and sent emails to the worker', async () => {
    await start();
    await putEvent(1);
    await expect.poll(relayed).toEqual(['EVENT#1']);
    const bus = new EventBridgeClient({});
    const entry = { EventBusName: 'stillwater', Source: 'stillwater', Detail: '{"id":1}' };
    const Entries = ['intake.submitted', 'case.created'].map((DetailType) => ({ ...entry, DetailType }));
    await bus.send(new PutEventsCommand({ Entries }));
    const mail = { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Text' } } } };
    const send = { FromEmailAddress: 'a@stillwater.example', ConfigurationSetName: 'stillwater', Content: mail };
    await new SESv2Client({}).send(
      new SendEmailCommand({ ...send, Destination: { ToAddresses: ['b@family.example'] } }),
    );
    const names = () =>
      invocations('notify')
        .flatMap(({ Records }) => Records.map(({ body }: { body: string }) => JSON.parse(body)['detail-type']))
        .toSorted();
    await expect.poll(names).toEqual(['Email Sent', 'intake.submitted']);
    expect(stack?.services.mailbox.mails()).toHaveLength(1);
  });

  it('continues after a restart', async () => {
    const first = await start();
    await putEvent(1);
    await expect.poll(relayed).toEqual(['EVENT#1']);
    const secret = () => invocations('reference').at(-1).headers['x-origin-verify'];
    await fetch(`${first.staffUrl}/api/common/countries/`);
    const before = secret();
    await first.close();
    const second = await start();
    await putEvent(2);
    await expect.poll(relayed).toEqual(['EVENT#1', 'EVENT#2']);
    await fetch(`${second.staffUrl}/api/common/countries/`);
    expect(secret()).toBe(before);
  });

  it('rejects a second stack in its process or on its data, and cleans up', async () => {
    await start();
    await expect(startStack({ dataDir: join(folder, 'other'), ports: 'random' })).rejects.toThrow(
      'runs a stack already',
    );
    await stack?.close();
    await expect(start({ entries: pathToFileURL(`${folder}/nowhere/`) })).rejects.toThrow();
    await start();
  });

  it('S-39 does not expose demo accounts with the known password to other machines', async () => {
    delete process.env.STILLWATER_DEMO_PASSWORD;
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow('STILLWATER_DEMO_PASSWORD');
    await start();
    for (const url of [stack?.staffUrl, stack?.intakeUrl, stack?.apiUrl, stack?.mailboxUrl, stack?.userPoolUrl]) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    }
  });
});
