import { v5 } from 'uuid';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { customersNamed, nextOfKins } from '#domain/cases/primary-contact.ts';
import { callerKey, duplicateKeys } from '#domain/customers/customer.rules.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { kinOfLine, sectionsOfLine } from '#domain/imports/case-lines.ts';
import { Acquaintances, judgeLine } from '#domain/imports/judge-lines.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { CaseRecord } from '#functions/records/case-record.ts';
import type { CaseSections, Cases } from '#functions/records/cases.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { newCustomer } from '#functions/records/customer-record.ts';
import type { StoredLine } from '#functions/records/imports.ts';
import { type Brought, createdAt, importedId } from './imported.ts';

interface Bringing {
  importId: string;
  organizationId: string;
  lines: readonly StoredLine[];
  by: string;
  now: Date;
}
type Db = {
  cases: Pick<Cases, 'create' | 'numbersTaken'>;
  customers: Pick<Customers, 'changes' | 'link' | 'records' | 'whoShare'>;
};

/**
 * The id of a next of kin who is new: the same person, by name and phone or e-mail, is one customer in all of an import, so
 * that who buried both parents is not entered twice. One without either is of this line alone.
 */
export const kinId = (importId: string, line: number, kin: CustomerFields): string => {
  const person = callerKey(kin) ?? (kin.email ? `${fullName(kin.first_name, kin.last_name)}\n${kin.email}` : undefined);
  return v5(person?.toLowerCase() ?? `kin of ${line}`, importId);
};

/** Who the next of kin of some lines are: customers whom we have, or new ones, with how many of the cases name each. */
const kinOf = async ({ customers }: Db, { importId, lines, now }: Bringing) => {
  const kins = lines.flatMap((line) => {
    const fields = kinOfLine(line.fields ?? {});
    return fields ? [{ line: line.line, fields, at: line.fields?.created_at ?? line.fields?.date_of_death }] : [];
  });
  const ours = new Acquaintances();
  for (const one of await customers.whoShare(kins.flatMap(({ fields }) => duplicateKeys(fields))))
    ours.add({ ...one, customer: { id: one.id, name: '' } });
  const ids = new Map(
    kins.map(({ line, fields }) => {
      const { outcome, customer } = judgeLine(fields, ours.of(fields));
      return [line, outcome === 'known' && customer ? customer.id : kinId(importId, line, fields)] as const;
    }),
  );
  const there = new Set((await customers.records([...ids.values()])).map(({ id }) => id));
  const entered = Map.groupBy(
    kins.filter(({ line }) => !there.has(ids.get(line) ?? '')),
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

/** The sections of a case, whose informant is the customer that the next of kin has become. */
const namedSections = (sections: CaseSections, customer: string | undefined): CaseSections => {
  if (!customer) return sections;
  const next_of_kins = nextOfKins(sections.informant).map((kin) => ({ ...kin, existingCustomerId: customer }));
  return { ...sections, informant: { ...sections.informant, informant: customer, next_of_kins } };
};

/** The case as it was in the other system: opened when that says, else on the day of death; nobody here has opened it. */
const coreOf = (
  { importId, organizationId, by, now }: Bringing,
  { line, fields }: StoredLine,
  informant?: Readonly<Record<string, unknown>>,
) => {
  const { funeral_home = '', case_number = '', created_at, date_of_death } = fields ?? {};
  const status = caseStatuses.find((one) => one === fields?.status) ?? 'completed';
  const day = created_at ?? date_of_death;
  const at = (day ? createdAt(day, now) : now).toISOString();
  const cancelled =
    status === 'cancelled'
      ? {
          cancelled_at: at,
          cancelled_by_name: by,
          cancellation_reason: 'Cancelled before it was brought in from a file',
        }
      : {};
  const core: CaseRecord = {
    ...{ id: importedId(importId, line), organization_id: organizationId, case_number, version: 1 },
    ...{ status, created_at: at, opened_on: at.slice(0, 10), updated_at: now.toISOString() },
    ...{ created_by_name: null, created_by_id: null, funeral_home_id: funeral_home, ...cancelled },
    ...{ source_submission_id: null, source_first_call_id: null, ssn_id: null, ssn_last4: null },
    ...{ paid_cents: 0, customers: customersNamed(informant) },
  };
  return core;
};

/**
 * The cases of some lines with their numbers, their next of kin as customers. A number that was taken since the lines were
 * looked at stays with whom it was given to, and the line says so.
 */
export const bringCases = async (db: Db, bringing: Bringing): Promise<Brought> => {
  const { lines, now } = bringing;
  const taken = await db.cases.numbersTaken(lines.map(({ fields }) => fields?.case_number ?? ''));
  const isTaken = ({ fields }: StoredLine): boolean => taken.has((fields?.case_number ?? '').toUpperCase());
  const coming = lines.filter((line) => !isTaken(line));
  const kin = await kinOf(db, { ...bringing, lines: coming });
  const today = now.toISOString().slice(0, 10);
  const created = coming.map((line) => {
    const read = sectionsOfLine(line.fields ?? {}, today).sections;
    const sections = namedSections(read, kin.ids.get(line.line));
    return db.cases.create(coreOf(bringing, line, sections.informant), { deceased: {}, ...sections });
  });
  return {
    writes: [...created, ...kin.writes],
    brought: coming,
    leftWhy: new Map(lines.filter(isTaken).map(({ line }) => [line, 'Left out: its number was taken meanwhile'])),
  };
};
