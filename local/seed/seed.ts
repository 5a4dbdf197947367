import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { documentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsPartnerEncryptor, kmsSsnEncryptor } from '#functions/platform/adapters/kms.ts';
import { tenantPrefix } from '#functions/platform/store/key-format.ts';
import { type Key, Table } from '#functions/platform/store/table.ts';
import { demoPassword } from '#local/accounts.ts';
import type { DemoOrganization, DemoStaff } from './demo-organization.ts';
import { DraftTable } from './draft-table.ts';
import { harborLight } from './harbor-light.data.ts';
import { draftOrganization, projectAll } from './organization-records.ts';
import { demoId } from './seeding.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

interface UserPool {
  client: CognitoIdentityProviderClient;
  id: string;
}

interface Clients {
  dynamo: DynamoDBClient;
  kms: KMSClient;
  table: Table;
  pool: UserPool;
}

/** Creates the account if necessary, sets its permanent password, and returns its `sub`. Sends no email. */
const ensureSignIn = async (pool: UserPool, staff: DemoStaff, password: string): Promise<string> => {
  const attributes = await createUser(pool, staff).catch((error: unknown) => {
    if (error instanceof UsernameExistsException) return existingUser(pool, staff.email);
    throw error;
  });
  await setPassword(pool, staff.email, password);
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error(`the user pool gave ${staff.email} no sub`);
  return sub;
};

const setPassword = async ({ client, id }: UserPool, email: string, password: string): Promise<void> => {
  const input = { UserPoolId: id, Username: email, Password: password, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(input));
};

const createUser = async (
  { client, id }: UserPool,
  { email, name }: DemoStaff,
): Promise<AttributeType[] | undefined> => {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
    { Name: 'given_name', Value: name[0] },
    { Name: 'family_name', Value: name[1] },
  ];
  const input = { UserPoolId: id, Username: email, MessageAction: 'SUPPRESS' as const, UserAttributes };
  return (await client.send(new AdminCreateUserCommand(input))).User?.Attributes;
};

const existingUser = async ({ client, id }: UserPool, email: string): Promise<AttributeType[] | undefined> =>
  (await client.send(new AdminGetUserCommand({ UserPoolId: id, Username: email }))).UserAttributes;

const key: Key = { pk: 'DEMONSTRATION#SEED', sk: 'SEED' };

interface SeedMarker {
  startedAt: Date;
  isResumed: boolean;
  finished: boolean;
  hasPassword(password: string): Promise<boolean>;
}

/** Returns the marker of an earlier seeding, complete or killed, or a new one that starts `now`. */
const beginSeeding = async (table: Table, now: Date): Promise<SeedMarker> => {
  const known = await table.get(key);
  const item = known ?? { ...key, started_at: now.toISOString() };
  if (!known) await table.transact([{ put: item, when: 'absent' }]);
  const { started_at, finished_at, password_salt, password_hash } = item;
  return {
    startedAt: new Date(String(started_at)),
    isResumed: known !== undefined,
    finished: finished_at !== undefined,
    hasPassword: async (password) =>
      typeof password_salt === 'string' &&
      timingSafeEqual(Buffer.from(await hashOf(password, password_salt)), Buffer.from(String(password_hash))),
  };
};

const finishSeeding = async (table: Table, password: string, now: Date): Promise<void> => {
  const password_salt = randomBytes(16).toString('hex');
  const password_hash = await hashOf(password, password_salt);
  await table.update({ update: key, set: { finished_at: now.toISOString(), password_salt, password_hash } });
};

const derive = promisify<string, string, number, Buffer>(scrypt);
const hashOf = async (password: string, salt: string): Promise<string> =>
  (await derive(password, salt, 32)).toString('hex');

const demoOrganizations: readonly DemoOrganization[] = [whitcombAmes, harborLight];

/**
 * Seeds an empty product with the demo: two organizations, staff with accounts and a year of records. Runs once per
 * table; after a killed seeding it begins again. Later calls only update the accounts' password if it changed.
 */
export const seed = (organizations = demoOrganizations): Promise<{ seeded: boolean }> =>
  withClients(async (clients) => {
    const { table, pool } = clients;
    const marker = await beginSeeding(table, new Date());
    if (marker.finished && (await marker.hasPassword(demoPassword()))) return { seeded: false };
    if (marker.finished) await renewPasswords(pool, organizations);
    else {
      if (marker.isResumed) await removeUnfinished(table, organizations);
      for (const organization of organizations) {
        const draft = await draftIn(clients, organization, marker.startedAt);
        await projectAll(draft, organization, marker.startedAt);
        await draft.save(table);
      }
    }
    await finishSeeding(table, demoPassword(), new Date());
    return { seeded: !marker.finished };
  });

/** Adds an organization to a running product, which projects it from the table stream. */
export const seedOrganization = (organization: DemoOrganization): Promise<void> =>
  withClients(async (clients) => (await draftIn(clients, organization, new Date())).save(clients.table));

const draftIn = async ({ dynamo, kms, table, pool }: Clients, organization: DemoOrganization, now: Date) => {
  const draft = new DraftTable(dynamo, table.name);
  const cipher = kmsSsnEncryptor(kms, setting('SSN_KEY_ID'));
  const encryptor = kmsPartnerEncryptor(kms, setting('PARTNER_KEY_ID'));
  const signIn = (staff: DemoStaff) => ensureSignIn(pool, staff, demoPassword());
  const putFile = documentBucket(setting('DOCUMENTS_BUCKET')).put;
  await draftOrganization({ table: draft, cipher, encryptor, signIn, putFile, now }, organization);
  return draft;
};

const withClients = async <T>(work: (clients: Clients) => Promise<T>): Promise<T> => {
  const dynamo = new DynamoDBClient({});
  const kms = new KMSClient({});
  const cognito = new CognitoIdentityProviderClient({});
  try {
    return await work({
      dynamo,
      kms,
      table: new Table(dynamo, setting('TABLE_NAME')),
      pool: { client: cognito, id: setting('USER_POOL_ID') },
    });
  } finally {
    for (const client of [dynamo, kms, cognito]) client.destroy();
  }
};

/** Ids of numbers and entries are random, so those of a killed seeding are not overwritten. */
const removeUnfinished = async (table: Table, organizations: readonly DemoOrganization[]): Promise<void> => {
  const own = organizations.map(({ name }) => `${tenantPrefix(demoId('organization', name))}#`);
  for (let from: Key | undefined, isLast = false; !isLast; ) {
    const { items, next } = await table.scan(from);
    for (const { pk, sk } of items) if (own.some((prefix) => pk.startsWith(prefix))) await table.delete({ pk, sk });
    [from, isLast] = [next, next === undefined];
  }
};

const renewPasswords = (pool: UserPool, organizations: readonly DemoOrganization[]): Promise<unknown> =>
  Promise.all(organizations.flatMap(({ staff }) => staff).map(({ email }) => setPassword(pool, email, demoPassword())));
