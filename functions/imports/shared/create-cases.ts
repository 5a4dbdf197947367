import { v5 } from 'uuid';
import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { nextOfKins, referencedCustomers } from '#domain/cases/primary-contact.ts';
import { callerKey, duplicateKeys } from '#domain/customers/customer.rules.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { hasDateOnOrAfter, kinOfLine, sectionsOfLine } from '#domain/imports/case-lines.ts';
import { areNamesakes, classifyLine, DuplicateIndex } from '#domain/imports/classify-lines.ts';
import { addDays, type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { CaseSections, Cases } from '#functions/cases/repository/cases.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import type { ImportRecord, StoredLine } from '#functions/imports/repository.ts';
import type { homesByName } from '#functions/organizations/repository/homes.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { newSsn } from '#functions/ssn/repository.ts';

export const importedId = (importId: string, line: number): string => v5(String(line), importId);

/** Noon in London is the same date in all of the United States. */
export const createdAt = (day: string, now: Date): Date => {
  const noon = new Date(`${day}T12:00:00Z`);
  return noon < now ? noon : now;
};

export const isImported = ({ outcome, fate }: StoredLine, { bring_doubtful }: ImportRecord): boolean =>
  fate === 'waiting' && (outcome === 'new' || (outcome === 'doubtful' && bring_doubtful));

export interface BatchRun {
  writes: (Write | readonly Write[])[];
  /** Lines that became records (fate `brought`); all others of the part are left out (fate `left`). */
  imported: readonly StoredLine[];
  /** Why a line that should become a record is left out, by line number. */
  whyLeft?: ReadonlyMap<number, string>;
}

export interface BatchUndo {
  writes: (Write | readonly Write[])[];
  /** Why a record stays, by line number; all others are removed. */
  kept: ReadonlyMap<number, string>;
}

/**
 * One event per case, because the lists of a full comparison follow later. Dates count from the run, so that the undo
 * covers the same cases.
 */
export const calendarSyncEvents = (
  work: Work<never, 'google-calendar.case-wanted'>,
  { id, run_at }: ImportRecord,
  lines: readonly StoredLine[],
): void => {
  if (!run_at) return;
  const from = addDays(run_at.slice(0, 10), -feedDays.back);
  for (const { line, fields } of lines) {
    if (!hasDateOnOrAfter(fields ?? {}, from)) continue;
    const case_id = importedId(id, line);
    work.announce('google-calendar.case-wanted', case_id, { case_id });
  }
};

interface CasesRun {
  importId: string;
  organizationId: string;
  lines: readonly StoredLine[];
  by: string;
  now: Date;
}
type Db = {
  homesByName: ReturnType<typeof homesByName.in>;
  cases: Pick<Cases, 'create' | 'numbersTaken'>;
  customers: Pick<Customers, 'changes' | 'link' | 'records' | 'whoShare'>;
  ssn: ReturnType<typeof newSsn.in>;
};

/**
 * Returns the possible ids of a new next of kin: one customer per name and phone or email in an import; the second id
 * is for a namesake with the same phone. Names with different accents are different people.
 */
export const kinIds = (importId: string, line: number, nextOfKin: CustomerFields): [id: string, ofNamesake: string] => {
  const person =
    callerKey(nextOfKin) ??
    (nextOfKin.email ? `${fullName(nextOfKin.first_name, nextOfKin.last_name)}\n${nextOfKin.email}` : undefined);
  const key = person?.toLowerCase() ?? `kin of ${line}`;
  const namesake = [key, nextOfKin.middle_name, nextOfKin.email ?? '', nextOfKin.zip_code.slice(0, 5)]
    .join('\n')
    .toLowerCase();
  return [v5(key, importId), v5(namesake, importId)];
};

const dayOf = ({ fields }: StoredLine): CalendarDate | undefined => fields?.created_at ?? fields?.date_of_death;

/** Returns the next of kin of lines, existing or new, with the number of cases that name each. */
const kinOf = async ({ customers }: Db, { importId, lines, now }: CasesRun) => {
  const nextOfKinList = lines.flatMap((line) => {
    const fields = kinOfLine(line.fields ?? {});
    return fields ? [{ line: line.line, fields, at: dayOf(line) }] : [];
  });
  const onFile = new DuplicateIndex();
  for (const customer of await customers.whoShare(nextOfKinList.flatMap(({ fields }) => duplicateKeys(fields))))
    onFile.add({ ...customer, customer: { id: customer.id, name: '' } });
  const found = nextOfKinList.map(({ line, fields }) => {
    const { outcome, customer } = classifyLine(fields, onFile.candidatesFor(fields));
    return { line, fields, known: outcome === 'known' ? customer?.id : undefined, own: kinIds(importId, line, fields) };
  });
  const there = new Map<string, CustomerFields>();
  for (const record of await customers.records([...new Set(found.flatMap(({ known, own }) => known ?? own))]))
    there.set(record.id, record);
  const holders = new Map(there);
  const ids = new Map<number, string>();
  for (const { line, fields, known, own } of found) {
    const [first, ofNamesake] = own;
    const holder = holders.get(first);
    const id = known ?? (holder && areNamesakes(fields, holder) ? ofNamesake : first);
    ids.set(line, id);
    if (!holders.has(id)) holders.set(id, fields);
  }
  const entered = Map.groupBy(
    nextOfKinList.filter(({ line }) => !there.has(ids.get(line) ?? '')),
    ({ line }) => ids.get(line) ?? '',
  );
  const created = [...entered].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const record = newCustomer(id, first.fields, now, 1 + others.length);
    return [{ next: first.at ? { ...record, created_at: createdAt(first.at, now).toISOString() } : record }];
  });
  const linked = [...ids.values()].filter((id) => there.has(id)).map((id) => customers.link(id));
  return { ids, writes: [customers.changes(created), linked] };
};

const namedSections = (sections: CaseSections, customer: string | undefined): CaseSections => {
  if (!customer) return sections;
  const next_of_kins = nextOfKins(sections.informant).map((nextOfKin) => ({
    ...nextOfKin,
    existingCustomerId: customer,
  }));
  return { ...sections, informant: { ...sections.informant, informant: customer, next_of_kins } };
};

const cancellationOf = (status: CaseRecord['status'], at: string, by: string) =>
  status === 'cancelled'
    ? {
        cancelled_at: at,
        cancelled_by_name: by,
        cancellation_reason: 'Cancelled before import',
      }
    : {};

/** Opens the case on its date in the file, else the date of death, else today; no user opened it. */
const coreOf = (
  { importId, organizationId, by, now }: CasesRun,
  stored: StoredLine,
  zones: ReadonlyMap<string, string>,
  informant?: Readonly<Record<string, unknown>>,
) => {
  const { line, fields, ssn } = stored;
  const { funeral_home = '', case_number = '' } = fields ?? {};
  const status = caseStatuses.find((status) => status === fields?.status) ?? 'completed';
  const day = dayOf(stored);
  const at = (day ? createdAt(day, now) : now).toISOString();
  const core: CaseRecord = {
    id: importedId(importId, line),
    organization_id: organizationId,
    case_number,
    version: 1,
    status,
    created_at: at,
    opened_on: day ?? todayIn(zones.get(funeral_home) ?? 'UTC', now),
    updated_at: now.toISOString(),
    created_by_name: null,
    created_by_id: null,
    funeral_home_id: funeral_home,
    ...cancellationOf(status, at, by),
    // A user starts the deadlines of an active imported case.
    deadlines_run: false,
    source_submission_id: null,
    source_first_call_id: null,
    ssn_id: ssn?.ssn_id ?? null,
    ssn_last4: ssn?.last4 ?? null,
    paid_cents: 0,
    customers: referencedCustomers(informant),
  };
  return core;
};

/** A number taken since the preview stays with its owner, and the line explains it. */
export const createCases = async (db: Db, run: CasesRun): Promise<BatchRun> => {
  const { lines, now } = run;
  const taken = await db.cases.numbersTaken(lines.map(({ fields }) => fields?.case_number ?? ''));
  const isTaken = ({ fields }: StoredLine): boolean => taken.has((fields?.case_number ?? '').toUpperCase());
  const imported = lines.filter((line) => !isTaken(line));
  const nextOfKin = await kinOf(db, { ...run, lines: imported });
  const zones = await db.homesByName.homeZones();
  const created = imported.map((line) => {
    const today = todayIn(zones.get(line.fields?.funeral_home ?? '') ?? 'UTC', now);
    const read = sectionsOfLine(line.fields ?? {}, today).sections;
    const sections = namedSections(read, nextOfKin.ids.get(line.line));
    return db.cases.create(coreOf(run, line, zones, sections.informant), { deceased: {}, ...sections });
  });
  const numbers = imported.flatMap(({ ssn }) => (ssn ? [db.ssn.put(ssn)] : []));
  return {
    writes: [...created, ...nextOfKin.writes, numbers],
    imported,
    whyLeft: new Map(lines.filter(isTaken).map(({ line }) => [line, 'Skipped: the case number was taken'])),
  };
};
