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
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { NewCustomer, toCustomerFields } from '#domain/customers/customer.schema.ts';
import { onboardingSteps } from '#domain/organizations/onboarding-steps.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsPartnerEncryptor, type PartnerEncryptor } from '#functions/platform/adapters/partner-cipher.ts';
import { kmsSsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { projectRecords } from '#functions/platform/projector/project-records.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type RecordRef, recordsOf, refName } from '#functions/platform/store/lists/projection.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import { type Key, Table } from '#functions/platform/store/table.ts';
import { demoPassword } from '#local/accounts.ts';
import { SIGNING_SERVICE } from '../environment.ts';
import { demoSigning } from '../partners/docuseal/demo-accounts.ts';
import { seedCase, seedPriceLists } from './case-records.ts';
import { calendarOf, type DemoCustomer, type DemoOrganization, type DemoStaff } from './demo-organization.ts';
import { harborLight } from './harbor-light.data.ts';
import { seedMoney } from './money-records.ts';
import { demoId, type SeedDependencies, type Seeding, seedingOf } from './seeding.ts';
import { firstCallOf, firstCallWrites, submissionOf, submissionWrites } from './submission-records.ts';
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
  finished: boolean;
  hasPassword(password: string): Promise<boolean>;
}

/** Returns the marker of an earlier seeding, complete or killed, or a new one that starts `now`. */
const beginSeeding = async (table: Table, now: Date): Promise<SeedMarker> => {
  let item = await table.get(key);
  if (!item) {
    item = { ...key, started_at: now.toISOString() };
    await table.transact([{ put: item, when: 'absent' }]);
  }
  const { started_at, finished_at, password_salt, password_hash } = item;
  return {
    startedAt: new Date(String(started_at)),
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

interface Dependencies {
  table: Table;
  sealer: PartnerEncryptor;
  now: Date;
}

const seedConnection = async ({ table, sealer, now }: Dependencies, organization: string): Promise<void> => {
  const organizationId = demoId('organization', organization);
  const { key, account, secret, webhookToken } = demoSigning(organization);
  const connections = createConnectionRepository(table, keysOf(organizationId));
  if (await connections.find('docuseal')) return;
  const sealed = (part: 'access' | 'webhook', text: string) =>
    sealer.seal({ organizationId, partner: 'docuseal', part }, text);
  const at = now.toISOString();
  const connection = {
    ...{ organization_id: organizationId, partner: 'docuseal', version: 1, service: SIGNING_SERVICE, account },
    sealed: { access: await sealed('access', key), webhook: await sealed('webhook', secret) },
    webhook_token: webhookToken,
    ...{ connected_at: at, connected_by_name: 'Demonstration', updated_at: at },
  };
  await table.transact(connections.put(undefined, connection));
};

/**
 * Updates lists, search and totals, so that the first page is complete. Cases write copies to their customers, from
 * which those are projected, so the records are processed twice.
 */
const projectSeeded = async (dynamo: DynamoDBClient, table: Table): Promise<void> => {
  const refs = new Map<string, RecordRef>();
  for await (const page of paginateScan(
    { client: dynamo },
    { TableName: table.name, ProjectionExpression: 'pk, sk', ConsistentRead: true },
  ))
    for (const { pk, sk } of page.Items ?? [])
      for (const ref of recordsOf(allProjections, { pk: pk?.S ?? '', sk: sk?.S ?? '' })) refs.set(refName(ref), ref);
  for (let round = 0; round < 2; round++) await projectRecords(table, [...refs.values()]);
};

const office = 'office@whitcomb-ames.example';

const seedCustomer = (seeding: Seeding, { name, created, fields }: DemoCustomer): Promise<void> => {
  const db = seeding.databaseAs(office, created);
  const record = newCustomer(
    demoId('customer', name),
    toCustomerFields(NewCustomer.parse(fields)),
    new Date(seeding.instant(created)),
  );
  return db.commit([...db.customers.create(record), db.audit.entry('customer.created', record.id)]);
};

const organizations: readonly DemoOrganization[] = [whitcombAmes, harborLight];
const width = 6;
const hoursInUse = 400 * 24;

/**
 * Seeds an empty product with the demo: two organizations, staff with accounts, submissions and cases. Runs once per
 * table; a killed seeding resumes with the same result. Later calls only update the accounts' password if it changed.
 */
export const seed = (): Promise<{ seeded: boolean }> =>
  withClients(async (clients) => {
    const { dynamo, table, pool } = clients;
    const marker = await beginSeeding(table, new Date());
    if (marker.finished && (await marker.hasPassword(demoPassword()))) return { seeded: false };
    if (marker.finished) await renewPasswords(pool);
    else {
      await seedOrganizations(clients, organizations, marker.startedAt);
      await projectSeeded(dynamo, table);
    }
    await finishSeeding(table, demoPassword(), new Date());
    return { seeded: !marker.finished };
  });

/** Adds an organization to a running product, which projects it from the table stream. */
export const seedOrganization = (organization: DemoOrganization): Promise<void> =>
  withClients((clients) => seedOrganizations(clients, [organization], new Date()));

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

const seedOrganizations = async (
  { kms, table, pool }: Clients,
  organizations: readonly DemoOrganization[],
  now: Date,
): Promise<void> => {
  const cipher = kmsSsnEncryptor(kms, setting('SSN_KEY_ID'));
  const sealer = kmsPartnerEncryptor(kms, setting('PARTNER_KEY_ID'));
  const tasks = organizations.map((organization) => tasksOf({ table, cipher, now }, pool, organization));
  const connecting = organizations.map(
    ({ name }) =>
      () =>
        seedConnection({ table, sealer, now }, name),
  );
  await inParallel(width, [...(await Promise.all(tasks)).flat(), ...connecting]);
};

type Task = () => Promise<unknown>;

/** Runs the tasks, at most `width` at a time. Throws the first failure once running ones have ended. */
const inParallel = async (width: number, tasks: readonly Task[]): Promise<void> => {
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  const workers = await Promise.allSettled(Array.from({ length: width }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
};

/**
 * Returns the remaining tasks of an organization. A record commits atomically, so its main item shows that it is done.
 */
const tasksOf = async (
  dependencies: SeedDependencies,
  pool: UserPool,
  organization: DemoOrganization,
): Promise<Task[]> => {
  const seeding = seedingOf(dependencies, organization);
  const calendar = calendarOf(dependencies.now, organization.timeZone);
  const submissions = organization.submissions(calendar);
  const cases = organization.cases(calendar);
  const firstCalls = organization.firstCalls(calendar);
  const keys = keysOf(seeding.organizationId);
  const mainKey = {
    submission: (name: string) => keys.submission(demoId('submission', name)),
    firstCall: (name: string) => keys.firstCall(demoId('first-call', name)),
    case: (name: string) => keys.case(demoId('case', name)),
    customer: (name: string) => keys.customer(demoId('customer', name)),
  };
  const written = await dependencies.table.getAll([
    ...submissions.map(({ name }) => mainKey.submission(name)),
    ...cases.map(({ name }) => mainKey.case(name)),
    ...firstCalls.map(({ name }) => mainKey.firstCall(name)),
    ...organization.customers.map(({ name }) => mainKey.customer(name)),
  ]);
  const done = new Set(written.map(({ pk }) => pk));
  const converted = new Set(cases.flatMap(({ from }) => ('submission' in from ? from.submission : [])));
  const caseChains = organization.homes.map(({ slug }) => async () => {
    const ofHome = cases.filter(({ name, home }) => home === slug && !done.has(mainKey.case(name).pk));
    // The oldest first, so that numbers rise with time.
    for (const demo of ofHome.toSorted((a, b) => b.created - a.created)) {
      const firstCall = firstCalls.find(({ becameCase }) => becameCase === demo.name);
      await seedCase(seeding, demo, submissions, firstCall);
    }
    await seedMoney(
      seeding,
      cases.filter(({ home }) => home === slug),
    );
  });
  const unknown = organization.customers.filter(({ name }) => !done.has(mainKey.customer(name).pk));
  const openCalls = firstCalls.filter(({ name, becameCase }) => !becameCase && !done.has(mainKey.firstCall(name).pk));
  const open = submissions.filter(({ name }) => !converted.has(name) && !done.has(mainKey.submission(name).pk));
  return [
    ...caseChains,
    ...organization.staff.map((staff) => () => seedStaff(seeding, pool, staff)),
    () => seedHomes(seeding, organization),
    () => seedPriceLists(seeding, organization),
    ...unknown.map((customer) => () => seedCustomer(seeding, customer)),
    ...openCalls.map((demo) => async () => {
      const { record, sealed } = await firstCallOf(seeding, demo);
      await dependencies.table.transact(firstCallWrites(seeding, demo, record, sealed));
    }),
    ...open.map((demo) => async () => {
      const { record, sealed } = await submissionOf(seeding, demo);
      await dependencies.table.transact(submissionWrites(seeding, demo, record, sealed));
    }),
  ];
};

const seedHomes = async (seeding: Seeding, { name, homes }: DemoOrganization): Promise<void> => {
  const { organizations: records } = seeding.databaseAs('family', 0);
  await seeding.table.transact([
    registerOrganization(seeding.organizationId),
    records.putOrganization({
      second_factor: 'optional',
      version: 1,
      id: seeding.organizationId,
      name,
      onboarding: { completed_at: seeding.instant(hoursInUse), done: [...onboardingSteps] },
    }),
    ...homes.flatMap(({ slug }) => records.putHome(seeding.home(slug))),
  ]);
};

const seedStaff = async (seeding: Seeding, pool: UserPool, staff: DemoStaff): Promise<void> => {
  const sub = await ensureSignIn(pool, staff, demoPassword());
  const [first_name, last_name] = staff.name;
  const { email, role, phone, title, license = null } = staff;
  await seeding.table.transact(
    seeding.databaseAs(email, 0).organizations.putProfile({
      id: demoId('profile', email),
      organization_id: seeding.organizationId,
      funeral_home_id: seeding.home(staff.home).id,
      sub,
      email,
      first_name,
      last_name,
      role,
      status: 'active',
      created_at: seeding.instant(hoursInUse),
      phone,
      title,
      license_number: license,
    }),
  );
};

const renewPasswords = (pool: UserPool): Promise<unknown> =>
  Promise.all(organizations.flatMap(({ staff }) => staff).map(({ email }) => setPassword(pool, email, demoPassword())));
