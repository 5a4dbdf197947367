import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { profileOfSubject } from '#functions/organizations/repository/organizations.ts';
import { kmsSsnDecryptor, kmsSsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import { projectStream } from '#functions/platform/projector/project-stream.ts';
import { type Item, Table } from '#functions/platform/store/table.ts';
import { accounts, DEFAULT_DEMO_PASSWORD } from '#local/accounts.ts';
import { startCognito } from '#local/aws/cognito/cognito.ts';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { ensureTable } from '#local/table-definition.ts';
import { recountPayments } from '#tests/support/checker/recount-payments.ts';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import { streamOf } from '#tests/support/engines/table-stream.ts';
import { calendarOf } from './demo-organization.ts';
import { harborLight } from './harbor-light.data.ts';
import { seed } from './seed.ts';
import { demoId, seedingOf } from './seeding.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

const userPoolId = 'us-east-1_Local0001';
const clientId = 'staff-site';
const keyAlias = 'alias/stillwater-ssn';
const sdk = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const demo = [whitcombAmes, harborLight].map((organization) => {
  const calendar = calendarOf(new Date(), organization.timeZone);
  return { organization, submissions: organization.submissions(calendar), cases: organization.cases(calendar) };
});

let dataDir: string;
let engine: Awaited<ReturnType<typeof startDynamoDb>>;
let kms: Awaited<ReturnType<typeof startKms>>;
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
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    STILLWATER_DEMO_PASSWORD: '',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  dynamo.destroy();
  for (const running of [cognito, kms, engine]) await running.close();
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

const projectAll = async (): Promise<void> => {
  const stream = streamOf(engine, tableName);
  const project = projectStream({
    table: new Table(dynamo, tableName),
    projections: allProjections,
    logger: keptLogger().logger,
    now: () => new Date(),
  });
  for (let Records = await stream.next(); Records.length; Records = await stream.next())
    expect(await project({ Records })).toEqual({ batchItemFailures: [] });
  stream.close();
};

const recordsIn = (organization: (typeof demo)[number]['organization']) => {
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
    await projectAll();
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

  it('lists all demo records: counters and searches match them', async () => {
    for (const { organization, submissions, cases } of demo) {
      const { db } = recordsIn(organization);
      const page = { page: 1, pageSize: 100 };
      const allCases = await db.cases.list(page);
      const allSubmissions = await db.submissions.list(page);
      expect([allCases.count, allCases.rows.length]).toEqual([cases.length, cases.length]);
      expect([allSubmissions.count, allSubmissions.rows.length]).toEqual([submissions.length, submissions.length]);
      for (const { slug } of organization.homes) {
        const home = demoId('home', slug);
        const ofHome = cases.filter((caseRecord) => caseRecord.home === slug);
        expect((await db.cases.list({ ...page, home })).count).toBe(ofHome.length);
        for (const status of ['draft', 'active', 'completed', 'cancelled']) {
          const expected = ofHome.filter((caseRecord) => caseRecord.status === status).length;
          expect((await db.cases.list({ ...page, home, status })).count).toBe(expected);
        }
      }
      for (const status of ['new', 'contacted', 'converted'] as const) {
        const expected = allSubmissions.rows.filter((row) => row.status === status).length;
        expect((await db.submissions.list({ ...page, status })).count).toBe(expected);
      }
    }
    const { db } = recordsIn(whitcombAmes);
    const found = await db.cases.list({ search: 'nguyen minh', page: 1, pageSize: 10 });
    expect(found.rows.map(({ id }) => id)).toEqual([demoId('case', 'nguyen-van-minh')]);
  });

  it("numbers each location's cases by time, and leaves the next number free", async () => {
    const { db } = recordsIn(whitcombAmes);
    const { rows } = await db.cases.list({ page: 1, pageSize: 100 });
    for (const { slug, prefix } of whitcombAmes.homes) {
      const ofHome = rows.filter((row) => row.funeral_home_id === demoId('home', slug)).toReversed();
      const years = [...new Set(ofHome.map((row) => row.created_at.slice(0, 4)))];
      for (const year of years) {
        const numbers = ofHome.map((row) => row.case_number).filter((number) => number.includes(`-${year}-`));
        expect(numbers).toEqual(numbers.map((_, index) => `${prefix}-${year}-${String(index + 1).padStart(4, '0')}`));
        const next = await db.cases.nextNumber(demoId('home', slug), Number(year), { prefix, padding: 4 });
        expect(next.sequence).toBe(numbers.length + 1);
      }
    }
  });

  it('assigns each case to the staff member who opened it', () => {
    const profiles = new Set(first.items.filter(({ pk }) => pk.endsWith('#PROFILES')).map(({ id }) => id));
    const openers = first.items.filter(({ sk }) => sk === 'CASE').map(({ created_by_id }) => created_by_id);
    expect(openers.length).toBeGreaterThan(10);
    expect(openers.filter((id) => !profiles.has(id))).toEqual([]);
  });

  it('contains consistent payments of every method, and one expired permit', () => {
    expect([...recountPayments(first.items)]).toEqual([]);
    const of = (pattern: RegExp): Item[] => first.items.filter(({ pk, sk }) => pattern.test(`${pk} ${sk}`));
    const payments = of(/#PAYMENT#\S+ PAYMENT$/);
    expect(payments.length).toBeGreaterThanOrEqual(30);
    expect(new Set(payments.map(({ payment_method }) => payment_method)).size).toBe(4);
    expect(new Set(payments.map(({ kind, status }) => `${kind} ${status}`))).toEqual(
      new Set(['payment recorded', 'payment voided', 'refund recorded', 'reversal recorded']),
    );
    const paid = new Map(of(/#CASE#\S+ CASE$/).map(({ id, paid_cents }) => [id, paid_cents]));
    // More than was agreed on, and all that a cancelled case had paid.
    expect(paid.get(demoId('case', 'samira-haddad'))).toBe(7500_00);
    const cancelled = of(/#CASE#\S+ CASE$/).find(({ id }) => id === demoId('case', 'grace-okonkwo'));
    expect(cancelled).toMatchObject({ paid_cents: 0, cancelled_by_name: expect.stringMatching(/\S \S/) });
    expect(Date.parse(String(cancelled?.cancelled_at))).toBeLessThan(Date.now());
    const permits = of(/ PART#PERMITS$/).flatMap(({ entries }) => entries as { expiry_date: string | null }[]);
    expect(permits).toHaveLength(9);
    const today = new Date().toISOString().slice(0, 10);
    expect(permits.filter(({ expiry_date }) => expiry_date !== null && expiry_date < today)).toHaveLength(1);
    expect(of(/#STATEMENTS?#\S+ STATEMENT#/)).toHaveLength(2);
  });

  it('contains no plain SSN; each is encrypted with its key', async () => {
    const items = JSON.stringify(first.items);
    for (const { organization, submissions, cases } of demo) {
      const { db, cipher } = recordsIn(organization);
      const numbers = [
        ...submissions.map(({ report, name }) => ({ kind: 'submission' as const, name, ssn: report.ssn })),
        ...cases.flatMap(({ name, from }) =>
          'submission' in from ? [] : [{ kind: 'case' as const, name, ssn: from.ssn }],
        ),
      ];
      for (const { kind, name, ssn } of numbers) {
        const id = demoId(kind, name);
        const record = kind === 'case' ? await db.cases.requireCore(id) : await db.submissions.require(id);
        expect(record.ssn_last4).toBe(ssn?.slice(-4) ?? null);
        if (!ssn || !record.ssn_id) continue;
        expect(items).not.toContain(ssn);
        expect(items).not.toContain(ssn.replaceAll('-', ''));
        const ciphertext = (await db.ssn.ciphertext(record.ssn_id)) ?? '';
        expect(await cipher.open(record.organization_id, { ssn_id: record.ssn_id, ciphertext })).toBe(ssn);
      }
    }
  });

  it('lets every account sign in as its staff member', async () => {
    const { db, table } = recordsIn(whitcombAmes);
    for (const { email, role, organization } of accounts) {
      const { AuthenticationResult } = await signIn(email, DEFAULT_DEMO_PASSWORD);
      const [, claims = ''] = AuthenticationResult?.AccessToken?.split('.') ?? [];
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
      const found = await profileOfSubject(table, sub);
      expect(found?.profile_id).toBe(demoId('profile', email));
      const profile = await db.organizations.profile(found?.profile_id ?? '');
      if (organization === 'Whitcomb & Ames') expect(profile).toMatchObject({ role, email, status: 'active' });
      else expect(profile).toBeUndefined();
    }
  });
});

describe('seeding', () => {
  afterEach(() => void vi.useRealTimers());

  it('resumes after it was killed, with the same records', async () => {
    // Dates are part of keys, so both seedings start at the same instant.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    await useTable('whole');
    await seed();
    const whole = await fixedKeys();
    await useTable('killed');
    const transact = Table.prototype.transact;
    const killedAfter = async (writes: number): Promise<string> => {
      let left = writes;
      const spy = vi.spyOn(Table.prototype, 'transact').mockImplementation(function (this: Table, ...given) {
        return left-- > 0 ? transact.apply(this, given) : Promise.reject(new Error('killed'));
      });
      const ended = await seed().then(({ seeded }) => `seeded ${seeded}`, String);
      spy.mockRestore();
      return ended;
    };
    // Every attempt gets further, because completed work is skipped.
    for (const writes of [0, 1, 3, 7, 8, 9]) expect(await killedAfter(writes)).toBe('Error: killed');
    expect(await killedAfter(Number.POSITIVE_INFINITY)).toBe('seeded true');
    expect(await fixedKeys()).toEqual(whole);
  });

  it("changes the accounts' password only when another one is set", async () => {
    await useTable('passwords');
    await seed();
    vi.stubEnv('STILLWATER_DEMO_PASSWORD', 'Another-2026');
    expect(await seed()).toEqual({ seeded: false });
    await signIn('office@whitcomb-ames.example', 'Another-2026');
    await expect(signIn('office@whitcomb-ames.example', DEFAULT_DEMO_PASSWORD)).rejects.toThrow('Incorrect');
    const chosen = { UserPoolId: userPoolId, Username: 'office@whitcomb-ames.example', Password: 'Chosen-2026' };
    await userPool().adminSetUserPassword({ ...chosen, Permanent: true });
    await seed();
    await signIn('office@whitcomb-ames.example', 'Chosen-2026');
  });
});
