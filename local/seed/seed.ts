import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { onboardingSteps } from '#domain/organizations/onboarding-steps.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsPartnerEncryptor } from '#functions/platform/adapters/partner-cipher.ts';
import { kmsSsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import { Table } from '#functions/platform/store/table.ts';
import { demoPassword } from '#local/accounts.ts';
import { calendarOf } from './calendar.ts';
import { seedCase } from './case-records.ts';
import { seedConnection } from './connections.ts';
import { seedCustomer } from './customer-records.ts';
import { demoId } from './demo-id.ts';
import type { DemoOrganization, DemoStaff } from './demo-organization.ts';
import { firstCallOf, firstCallWrites } from './first-call-records.ts';
import { harborLight } from './harbor-light.data.ts';
import { seedMoney } from './money-records.ts';
import { seedPriceLists } from './price-list-records.ts';
import { projectSeeded } from './project-seeded.ts';
import { beginSeeding, finishSeeding } from './seed-marker.ts';
import { type SeedDependencies, type Seeding, seedingOf } from './seeding.ts';
import { ensureSignIn, setPassword, type UserPool } from './staff-sign-in.ts';
import { submissionOf, submissionWrites } from './submission-records.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

const organizations: readonly DemoOrganization[] = [whitcombAmes, harborLight];
const width = 6;
/** Since when the organizations use the product. */
const hoursInUse = 400 * 24;

/**
 * Fills an empty product with the demonstration: two organizations, their staff with accounts, submissions and cases.
 * Done once per table; a seeding that was killed goes on where it stopped, and writes what it would have written. Later
 * calls only give the accounts the password that is to be printed, if it is another one than before.
 */
export const seed = async (): Promise<{ seeded: boolean }> => {
  const dynamo = new DynamoDBClient({});
  const kms = new KMSClient({});
  const cognito = new CognitoIdentityProviderClient({});
  try {
    const table = new Table(dynamo, setting('TABLE_NAME'));
    const pool: UserPool = { client: cognito, id: setting('USER_POOL_ID') };
    const marker = await beginSeeding(table, new Date());
    if (marker.finished && (await marker.hasPassword(demoPassword()))) return { seeded: false };
    if (marker.finished) await renewPasswords(pool);
    else {
      const cipher = kmsSsnEncryptor(kms, setting('SSN_KEY_ID'));
      const dependencies = { table, cipher, now: marker.startedAt };
      const tasks = await Promise.all(organizations.map((organization) => tasksOf(dependencies, pool, organization)));
      const sealer = kmsPartnerEncryptor(kms, setting('PARTNER_KEY_ID'));
      const connecting = organizations.map(
        ({ name }) =>
          () =>
            seedConnection({ table, sealer, now: marker.startedAt }, name),
      );
      await inParallel(width, [...tasks.flat(), ...connecting]);
      await projectSeeded(dynamo, table);
    }
    await finishSeeding(table, demoPassword(), new Date());
    return { seeded: !marker.finished };
  } finally {
    for (const client of [dynamo, kms, cognito]) client.destroy();
  }
};

type Task = () => Promise<unknown>;

/** Runs the tasks, at most `width` at a time. Throws the first failure, once what was under way has ended. */
const inParallel = async (width: number, tasks: readonly Task[]): Promise<void> => {
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  const workers = await Promise.allSettled(Array.from({ length: width }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
};

/** What is still to be written for an organization. A record commits whole, so its main item tells that it is done. */
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
