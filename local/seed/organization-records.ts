import { NewCustomer, toCustomerFields } from '#domain/customers/customer.schema.ts';
import { onboardingSteps } from '#domain/organizations/onboarding.endpoints.ts';
import { addMonths, instantAt, todayIn } from '#domain/shared/values/calendar-date.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { type ImportRecord, imports, type StoredLine } from '#functions/imports/repository.ts';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { PartnerEncryptor } from '#functions/platform/adapters/kms.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { projectRecords } from '#functions/platform/projector/project-records.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type RecordRef, recordsOf, refName } from '#functions/platform/store/lists/projection.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import { createFigureRepository } from '#functions/reports/repository/figures.ts';
import { createMonthReportRepository } from '#functions/reports/repository/month-reports.ts';
import { makeMonthReport } from '#functions/reports/shared/make-reports.ts';
import { SIGNING_SERVICE } from '../environment.ts';
import { demoSigning } from '../partners/docuseal/demo-accounts.ts';
import { seedCare } from './care-records.ts';
import { seedCase, seedPriceLists } from './case-records.ts';
import { seedDay } from './day-records.ts';
import { calendarOf, type DemoCustomer, type DemoOrganization, type DemoStaff } from './demo-organization.ts';
import type { DraftTable } from './draft-table.ts';
import { seedFamilyPage } from './family-pages.ts';
import { seedMoney } from './money-records.ts';
import { type PutFile, seedPapers } from './papers.ts';
import { demoId, type SeedDependencies, type Seeding, seedingOf } from './seeding.ts';
import { firstCallOf, firstCallWrites, submissionOf, submissionWrites } from './submission-records.ts';
import { demoCustomers } from './tables.ts';
import { seedTasks } from './task-records.ts';

/** Keeps the reports of the last twelve months, as the first morning after each would have, once lists are there. */
const seedMonths = async (table: DraftTable, organizationId: string, now: Date): Promise<void> => {
  const [keys, timeZone] = [keysOf(organizationId), 'America/New_York'];
  const months = createMonthReportRepository(table, keys);
  const db = { figures: createFigureRepository(table, keys), homes: createHomeRepository(table, keys), months };
  const first = `${todayIn(timeZone, now).slice(0, 7)}-01`;
  for (let ago = 12; ago >= 1; ago--) {
    const after = instantAt(addMonths(first, 1 - ago), '06:00', timeZone);
    const at = after > now ? now : after;
    const month = addMonths(first, -ago).slice(0, 7);
    await table.transact([months.announced(month), months.keep(await makeMonthReport(db, { month, now: at }))]);
  }
};

const columns = ['first_name', 'last_name', 'phone', 'email', 'city'] as const;
const priya = 'office@whitcomb-ames.example';
const refusals = [
  ['', '', '9045550187', '', 'Palatka', 'First name is required'],
  ['Gus', '', '9045550188', '', 'Hastings', 'Last name is required'],
  ['Nell', 'Ortagus', '904555', 'nell.ortagus@example.com', 'Elkton', 'Please enter a valid phone number'],
] as const;

const lineOf = ({ name, fields }: DemoCustomer, line: number): StoredLine => ({
  line,
  fields: Object.fromEntries(columns.map((column) => [column, fields[column] ?? ''])),
  values: null,
  why: [],
  notes: [],
  outcome: 'new',
  case: null,
  fate: 'brought',
  customer: { id: demoId('customer', name), name: `${fields.first_name} ${fields.last_name}` },
});

const refusedLine = ([first, last, phone, email, city, why]: (typeof refusals)[number], line: number): StoredLine => ({
  line,
  fields: null,
  values: [first, last, phone, email, city],
  why: [why],
  notes: [],
  outcome: 'refused',
  customer: null,
  case: null,
  fate: 'left',
});

/** Writes the two imports that the customers came with: all lines of the first, and three refused in the second. */
const seedImports = async (seeding: Seeding): Promise<void> => {
  const { organizationId, table } = seeding;
  const repository = imports.in(table, keysOf(organizationId));
  const groups = [...Map.groupBy(demoCustomers, ({ created }) => created)].filter(([, group]) => group.length > 1);
  for (const [at, [hours, group]] of groups.toSorted(([a], [b]) => b - a).entries()) {
    const brought = group.map((customer, n) => lineOf(customer, n + 2));
    const lines =
      at === 0 ? brought : [...brought, ...refusals.map((one, n) => refusedLine(one, brought.length + n + 2))];
    const [instant, by] = [seeding.instant(hours), seeding.staffName(priya)];
    const [import_id, refused] = [demoId('import', `${at}`), lines.length - brought.length];
    const record: ImportRecord = {
      id: import_id,
      organization_id: organizationId,
      version: 1,
      kind: 'customers',
      state: 'done',
      file_name: at === 0 ? 'families-old-system.csv' : 'address-book.csv',
      fingerprint: `demonstration-${at}`,
      headings: [...columns],
      columns: columns.map((field) => ({ field, heading: field })),
      line_count: lines.length,
      received: lines.length,
      last_line: lines.length + 1,
      parts: 1,
      looked_parts: 1,
      gone_parts: 1,
      looked: lines.length,
      gone_through: lines.length,
      bring_doubtful: false,
      counts: { new: brought.length, known: 0, doubtful: 0, refused, with_notes: 0 },
      brought: brought.length,
      removed: 0,
      kept: 0,
      begun_at: instant,
      begun_by_name: by,
      run_at: instant,
      run_by_name: by,
      finished_at: instant,
      undone_at: null,
      undone_by_name: null,
    };
    const expires_at = Math.floor(seeding.now.getTime() / 1000) + 365 * 24 * 3600;
    await table.transact([
      repository.create(record),
      repository.putPart({ organization_id: organizationId, import_id, part: 0, lines, expires_at }),
    ]);
  }
};

const hoursInUse = 15 * 31 * 24;

interface Dependencies extends SeedDependencies {
  table: DraftTable;
  encryptor: PartnerEncryptor;
  /** Returns the `sub` of a staff member's account. */
  signIn: (staff: DemoStaff) => Promise<string>;
  putFile: PutFile;
}

const seedConnection = async ({ table, encryptor, now }: Dependencies, organization: string): Promise<void> => {
  const organizationId = demoId('organization', organization);
  const { key, account, secret, webhookToken } = demoSigning(organization);
  const connections = createConnectionRepository(table, keysOf(organizationId));
  const sealed = (part: 'access' | 'webhook', text: string) =>
    encryptor.seal({ organizationId, partner: 'docuseal', part }, text);
  const at = now.toISOString();
  const connection = {
    organization_id: organizationId,
    partner: 'docuseal',
    version: 1,
    service: SIGNING_SERVICE,
    account,
    sealed: { access: await sealed('access', key), webhook: await sealed('webhook', secret) },
    webhook_token: webhookToken,
    connected_at: at,
    connected_by_name: 'Demonstration',
    updated_at: at,
  };
  await table.transact(connections.put(undefined, connection));
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

const seedStaff = async (seeding: Seeding, staff: DemoStaff, sub: string): Promise<void> => {
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

/**
 * Adds lists, search and totals, so that the first page is complete, and the reports of the last months. Cases write
 * deadlines and copies to their customers, from which those are projected, so the records are processed twice.
 */
export const projectAll = async (table: DraftTable, organization: DemoOrganization, now: Date): Promise<void> => {
  for (let round = 0; round < 2; round++) {
    const refs = new Map<string, RecordRef>();
    for (const item of table.items()) for (const ref of recordsOf(allProjections, item)) refs.set(refName(ref), ref);
    await projectRecords(table, [...refs.values()]);
  }
  if (organization.customers.length) await seedMonths(table, demoId('organization', organization.name), now);
};

/** Writes all records of an organization, without lists and totals. */
export const draftOrganization = async (dependencies: Dependencies, organization: DemoOrganization): Promise<void> => {
  const { table: draft, signIn, now } = dependencies;
  const seeding = seedingOf(dependencies, organization);
  const calendar = calendarOf(now, organization.timeZone);
  const submissions = organization.submissions(calendar);
  const cases = organization.cases(calendar);
  const firstCalls = organization.firstCalls(calendar);
  await Promise.all(organization.staff.map(async (staff) => seedStaff(seeding, staff, await signIn(staff))));
  await seedHomes(seeding, organization);
  await seedConnection(dependencies, organization.name);
  await seedPriceLists(seeding, organization);
  for (const customer of organization.customers) await seedCustomer(seeding, customer);
  if (organization.customers.length) await seedImports(seeding);
  // The oldest first, so that numbers rise with time.
  for (const demo of cases.toSorted((a, b) => b.created - a.created)) {
    const firstCall = firstCalls.find(({ becameCase }) => becameCase === demo.name);
    await seedCase(seeding, demo, submissions, firstCall);
  }
  await seedMoney(seeding, cases);
  await seedCare(seeding, organization, cases, calendar);
  for (const demo of cases) {
    await seedPapers(seeding, demo, dependencies.putFile);
    await seedFamilyPage(seeding, demo);
  }
  await seedTasks(seeding, organization, cases);
  await seedDay(seeding, organization, cases, calendar);
  for (const demo of firstCalls.filter(({ becameCase }) => !becameCase)) {
    const { record, sealed } = await firstCallOf(seeding, demo);
    await draft.transact(firstCallWrites(seeding, demo, record, sealed));
  }
  const converted = new Set(cases.flatMap(({ from }) => ('submission' in from ? from.submission : [])));
  for (const demo of submissions.filter(({ name }) => !converted.has(name))) {
    const { record, sealed } = await submissionOf(seeding, demo);
    await draft.transact(submissionWrites(seeding, demo, record, sealed));
  }
};
