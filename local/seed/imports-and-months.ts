import { addMonths, instantAt, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type ImportRecord, imports, type StoredLine } from '#functions/imports/repository.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createFigureRepository } from '#functions/reports/repository/figures.ts';
import { createMonthReportRepository } from '#functions/reports/repository/month-reports.ts';
import { makeMonthReport } from '#functions/reports/shared/make-reports.ts';
import type { DemoCustomer } from './demo-organization.ts';
import type { DraftTable } from './draft-table.ts';
import { demoId, type Seeding } from './seeding.ts';
import { demoCustomers } from './tables.ts';

/** Keeps the reports of the last twelve months, as the first morning after each would have, once lists are there. */
export const seedMonths = async (table: DraftTable, organizationId: string, now: Date): Promise<void> => {
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
export const seedImports = async (seeding: Seeding): Promise<void> => {
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
