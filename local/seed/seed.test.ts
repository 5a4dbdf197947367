import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kmsSsnDecryptor, kmsSsnEncryptor } from '#functions/platform/adapters/kms.ts';
import { type Item, Table } from '#functions/platform/store/table.ts';
import { DEFAULT_DEMO_PASSWORD } from '#local/accounts.ts';
import { startCognito } from '#local/aws/cognito/cognito.ts';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import { ensureTable } from '#local/table-definition.ts';
import type { DemoOrganization } from './demo-organization.ts';
import { harborLight } from './harbor-light.data.ts';
import { people } from './people-and-calls.data.ts';
import { seed } from './seed.ts';
import { demoId, seedingOf } from './seeding.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

const bucket = 'papers';
const userPoolId = 'us-east-1_Local0001';
const clientId = 'staff-site';
const keyAlias = 'alias/stillwater-ssn';
const sdk = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
let dataDir: string;
let engine: Awaited<ReturnType<typeof startDynamoDb>>;
let kms: Awaited<ReturnType<typeof startKms>>;
let s3: Awaited<ReturnType<typeof startS3>>;
let cognito: Awaited<ReturnType<typeof startCognito>>;
let dynamo: DynamoDBClient;
let tableName: string;
const mails: unknown[] = [];

const useTable = async (name: string) => {
  tableName = name;
  vi.stubEnv('TABLE_NAME', name);
  await ensureTable(dynamo, name);
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
  engine = await startDynamoDb({ port: 0, dataDir });
  kms = await startKms({ port: 0, dataDir, aliases: [keyAlias] });
  s3 = await startS3({ port: 0, dataDir, buckets: [bucket], corsOrigins: [], ...sdk.credentials });
  const sendMail = async (mail: unknown) => void mails.push(mail);
  cognito = await startCognito({ port: 0, dataDir, userPoolId, clientId, sendMail });
  dynamo = new DynamoDBClient({ ...sdk, endpoint: engine.url });
  const environment = {
    SSN_KEY_ID: keyAlias,
    PARTNER_KEY_ID: keyAlias,
    USER_POOL_ID: userPoolId,
    AWS_REGION: sdk.region,
    AWS_ACCESS_KEY_ID: sdk.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: sdk.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: engine.url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    DOCUMENTS_BUCKET: bucket,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    STILLWATER_DEMO_PASSWORD: '',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  dynamo.destroy();
  for (const running of [cognito, s3, kms, engine]) await running.close();
  rmSync(dataDir, { recursive: true });
});

const scan = async (): Promise<Item[]> => {
  const items: Item[] = [];
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await dynamo.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []).map((item) => unmarshall(item) as Item));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items.sort((a, b) => `${a.pk} ${a.sk}`.localeCompare(`${b.pk} ${b.sk}`));
};

const recordsIn = (organization: DemoOrganization) => {
  const table = new Table(dynamo, tableName);
  const client = new KMSClient({ ...sdk, endpoint: kms.url });
  const cipher = { ...kmsSsnEncryptor(client, keyAlias), ...kmsSsnDecryptor(() => client, keyAlias) };
  return {
    table,
    cipher,
    db: seedingOf({ table, cipher, now: new Date() }, organization).databaseAs('family', 0),
  };
};

const userPool = () => new CognitoIdentityProvider({ ...sdk, endpoint: cognito.url });
const signIn = (email: string, password: string) =>
  userPool().initiateAuth({
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

/** Returns the keys without random parts, equal for every seeding. */
const fixedKeys = async (): Promise<string[]> =>
  (await scan())
    .map(
      ({ pk, sk }) =>
        `${pk.replace(/#(SSN|CHECKNUMBER)#.*/, '#$1')} ${sk.replace(/#[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}$/, '')}`,
    )
    .sort();

describe('demo data, seeded once', () => {
  let first: { answer: unknown; items: Item[] };

  beforeAll(async () => {
    await useTable('seeded-once');
    const answer = await seed();
    first = { answer, items: await scan() };
  });

  it('changes nothing when seeded again', async () => {
    expect(first.answer).toEqual({ seeded: true });
    expect(await seed()).toEqual({ seeded: false });
    expect(await scan()).toEqual(first.items);
  });

  it('publishes no events and sends no email', () => {
    expect(first.items.filter(({ pk }) => pk.includes('#OUTBOX#'))).toEqual([]);
    expect(mails).toEqual([]);
  });

  it("numbers each location's cases by time, and leaves the next number free", async () => {
    const { db } = recordsIn(whitcombAmes);
    const cases = first.items
      .filter(({ sk }) => sk === 'CASE')
      .sort((a, b) => (`${a.created_at}` < `${b.created_at}` ? -1 : 1));
    for (const { slug, prefix } of whitcombAmes.homes) {
      const ofHome = cases.filter(({ funeral_home_id }) => funeral_home_id === demoId('home', slug));
      for (const year of new Set(ofHome.map(({ opened_on }) => `${opened_on}`.slice(0, 4)))) {
        const numbers = ofHome
          .map(({ case_number }) => `${case_number}`)
          .filter((number) => number.includes(`-${year}-`));
        expect(numbers).toEqual(numbers.map((_, index) => `${prefix}-${year}-${String(index + 1).padStart(4, '0')}`));
        const next = await db.cases.nextNumber(demoId('home', slug), Number(year), { prefix, padding: 4 });
        expect(next.sequence).toBe(numbers.length + 1);
      }
    }
  });

  it('contains no plain SSN; each is encrypted with its key', async () => {
    const { db, cipher } = recordsIn(whitcombAmes);
    const items = JSON.stringify(first.items);
    for (const [name, ssn] of [
      ['harold-lindqvist', '987-65-4323'],
      ['maria-solis', '987-65-4321'],
    ] as const) {
      const { ssn_id, ssn_last4, organization_id } = await db.cases.requireCore(demoId('case', name));
      expect(ssn_last4).toBe(ssn.slice(-4));
      const ciphertext = (await db.ssn.ciphertext(ssn_id ?? '')) ?? '';
      expect(await cipher.open(organization_id, { ssn_id: ssn_id ?? '', ciphertext })).toBe(ssn);
    }
    for (const { text } of [...people.matchAll(/\d{3}-\d{2}-\d{4}/g)].map(([text]) => ({ text }))) {
      expect(items).not.toContain(text);
      expect(items).not.toContain(text.replaceAll('-', ''));
    }
  });
});

describe('seeding', () => {
  const one = [harborLight];
  afterEach(() => void vi.useRealTimers());

  it('begins again after it was killed, and leaves nothing of the first attempt', async () => {
    // Dates are part of keys, so both seedings start at the same instant.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    await useTable('whole');
    await seed(one);
    const whole = await fixedKeys();
    await useTable('killed');
    const transact = Table.prototype.transact;
    let left = 2;
    const spy = vi.spyOn(Table.prototype, 'transact').mockImplementation(function (this: Table, ...given) {
      return left-- > 0 ? transact.apply(this, given) : Promise.reject(new Error('killed'));
    });
    await expect(seed(one)).rejects.toThrow('killed');
    spy.mockRestore();
    expect((await fixedKeys()).length).toBeGreaterThan(50);
    expect(await seed(one)).toEqual({ seeded: true });
    expect(await fixedKeys()).toEqual(whole);
  });

  it("changes the accounts' password only when another one is set", async () => {
    const email = 'owner@harbor-light.example';
    await useTable('passwords');
    await seed(one);
    vi.stubEnv('STILLWATER_DEMO_PASSWORD', 'Another-2026');
    expect(await seed(one)).toEqual({ seeded: false });
    await signIn(email, 'Another-2026');
    await expect(signIn(email, DEFAULT_DEMO_PASSWORD)).rejects.toThrow('Incorrect');
    await userPool().adminSetUserPassword({
      UserPoolId: userPoolId,
      Username: email,
      Password: 'Chosen-2026',
      Permanent: true,
    });
    await seed(one);
    await signIn(email, 'Chosen-2026');
  });
});
