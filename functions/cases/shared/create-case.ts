import { v7 as uuid } from 'uuid';
import { countingYear } from '#domain/cases/case-number.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type CaseRecord, homeFacts } from '#functions/cases/repository/case-record.ts';
import { type Cases, cases, NumberTakenError } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { customersOfNewCase } from '#functions/customers/shared/customers-of-case.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/**
 * Returns a unique number and the write of the counter. The counter is only a hint that may lag: moved after the
 * commit, it causes no conflicts between concurrent calls.
 */
export const numberFor = async (
  cases: Pick<Cases, 'nextNumber' | 'advance'>,
  home: Pick<PlainHome, 'id' | 'time_zone' | 'case_numbering'>,
  manual: string | undefined,
  now: Date,
): Promise<{ case_number: string; counted: Write | undefined }> => {
  if (manual) return { case_number: manual, counted: undefined };
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const next = await cases.nextNumber(home.id, year, home.case_numbering);
  return {
    case_number: next.number,
    counted: cases.advance(home.id, countingYear(home.case_numbering, year), next),
  };
};

/** Opens a case and tries again if its number was taken in the meantime, unless it was requested. */
export const withNumber = async <T>(manual: string | undefined, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    throw error instanceof NumberTakenError && !manual ? new WriteConflictError() : error;
  }
};

export const opening = { cases, customers, organizations };

type Source = 'source_submission_id' | 'source_first_call_id';

type CustomerWork = Work<'customer.created' | 'customer.linked', 'customer.created' | 'customer.updated'>;

interface Context {
  db: { cases: Cases; customers: Customers; organizations: Organizations };
  work: Work<
    'case.created' | 'customer.created' | 'customer.linked',
    'case.created' | 'customer.created' | 'customer.updated'
  >;
  actor: Actor;
  now: Date;
}

interface NewCase {
  homeId: string;
  number: string | undefined;
  source: { field: Source; id: string };
  family?: CaseRecord['family'];
  ssn_id: string | null;
  ssn_last4: string | null;
  sections: CaseSectionValues;
  /** Indexes of the next of kin who become customers; by default the first. */
  becomeCustomers?: readonly number[] | undefined;
  newId?: (fields: CustomerFields) => string;
}

export const withCustomers = async (
  context: Pick<Context, 'now'> & { db: Pick<Context['db'], 'customers'>; work: CustomerWork },
  caseId: string,
  { sections, becomeCustomers: chosen = [0], newId }: Pick<NewCase, 'sections' | 'becomeCustomers' | 'newId'>,
): Promise<{ sections: CaseSectionValues; customers: CaseRecord['customers'] }> => {
  const [primary] = nextOfKins(sections.informant);
  if (!primary) return { sections, customers: {} };
  const { informant, customers } = await customersOfNewCase(context, caseId, {
    informant: { ...sections.informant, informant: primary.existingCustomerId },
    chosen,
    field: 'next_of_kin_customers',
    forgetsGone: true,
    ...(newId ? { newId } : {}),
  });
  return { sections: { ...sections, informant }, customers };
};

/** Adds a new draft case to the unit of work. The SSN of its source moves by reference without decryption. */
export const openCase = async (context: Context, newCase: NewCase): Promise<CaseRecord> => {
  const { db, work, actor, now } = context;
  const { source, family, ssn_id, ssn_last4 } = newCase;
  const home = await db.organizations.home(newCase.homeId);
  if (!home) throw new Error('a case is opened of a record without a home');
  const { case_number, counted } = await numberFor(db.cases, home, newCase.number, now);
  const id = uuid();
  const at = now.toISOString();
  const named = await withCustomers(context, id, newCase);
  const caseRecord: CaseRecord = {
    id,
    organization_id: actor.organizationId,
    case_number,
    status: 'draft',
    version: 1,
    created_at: at,
    opened_on: todayIn(home.time_zone, now),
    updated_at: at,
    created_by_id: actor.id,
    created_by_name: actor.name,
    funeral_home_id: home.id,
    ...homeFacts(home),
    source_submission_id: null,
    source_first_call_id: null,
    [source.field]: source.id,
    ...(family ? { family } : {}),
    ssn_id,
    ssn_last4,
    paid_cents: 0,
    customers: named.customers,
  };
  work
    .add(db.cases.create(caseRecord, named.sections))
    .hint(counted)
    .audit('case.created', id, [{ field: source.field, from: null, to: source.id }])
    .announce('case.created', id, { case_id: id, funeral_home_id: home.id });
  return caseRecord;
};

interface Convertible {
  case_id: string | null;
  case_number: string | null;
}

interface Conversion<Record extends Convertible> {
  read: () => Promise<Record>;
  number: string | undefined;
  take: (record: Record) => Promise<{ case_id: string; case_number: string }>;
}

/** Converts a record into one case, however often it is called: later calls return the same case. */
export const convertOnce = <Record extends Convertible>(
  { work }: { work: Pick<Work, 'attempt'> },
  { read, number, take }: Conversion<Record>,
): Promise<{ case_id: string; case_number: string }> =>
  work.attempt(read, async (record) => {
    const { case_id, case_number } = record;
    if (case_id && case_number) return { case_id, case_number };
    return withNumber(number, () => take(record));
  });
