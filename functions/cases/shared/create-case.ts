import { v7 as uuid } from 'uuid';
import { countingYear } from '#domain/cases/case-number.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type CaseRecord, homeFacts } from '#functions/cases/repository/case-record.ts';
import { type Cases, cases, NumberTaken } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { customersOfNewCase } from '#functions/customers/shared/customers-of-case.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/**
 * The number of a new case: the one that was asked for, or the home's next; with what moves the counter. The number's own
 * item is what makes it the case's alone. The counter only says from where to look for a free one, and may lag: so it
 * follows the commit, and does not spoil the transactions of all who open cases at the same moment.
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

/** One try to open a case. A number that was taken meanwhile begins another try, unless it was asked for by hand. */
export const withNumber = async <T>(manual: string | undefined, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    throw error instanceof NumberTaken && !manual ? new WriteConflict() : error;
  }
};

/** What opening a case needs, whatever it is opened from. */
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
  /** A number chosen by hand; the home's next one without it. */
  number: string | undefined;
  source: { field: Source; id: string };
  /** How the family asks that was given a code before. */
  family?: CaseRecord['family'];
  ssn_id: string | null;
  ssn_last4: string | null;
  sections: CaseSectionValues;
  /** The places in the list of those next of kin who become customers; the first unless stated. */
  becomeCustomers?: readonly number[] | undefined;
  newId?: (fields: CustomerFields) => string;
}

/** The sections of a new case, which then name its customers: the primary contact, and who was chosen besides. */
export const withCustomers = async (
  context: Pick<Context, 'now'> & { db: Pick<Context['db'], 'customers'>; work: CustomerWork },
  caseId: string,
  { sections, becomeCustomers: chosen = [0], newId }: Pick<NewCase, 'sections' | 'becomeCustomers' | 'newId'>,
): Promise<{ sections: CaseSectionValues; customers: CaseRecord['customers'] }> => {
  const [primary] = nextOfKins(sections.informant);
  if (!primary) return { sections, customers: {} };
  const { informant, customers } = await customersOfNewCase(context, caseId, {
    informant: { ...sections.informant, informant: primary.existingCustomerId },
    ...{ chosen, field: 'next_of_kin_customers', forgetsGone: true },
    ...(newId ? { newId } : {}),
  });
  return { sections: { ...sections, informant }, customers };
};

/**
 * Adds to the work everything that a new draft case takes: its number, its sections, its customers, its audit entry and
 * event. The number of the record that it comes from moves along by its reference, and nobody decrypts it.
 */
export const openCase = async (context: Context, wanted: NewCase): Promise<CaseRecord> => {
  const { db, work, actor, now } = context;
  const { source, family, ssn_id, ssn_last4 } = wanted;
  const home = await db.organizations.home(wanted.homeId);
  if (!home) throw new Error('a case is opened of a record without a home');
  const { case_number, counted } = await numberFor(db.cases, home, wanted.number, now);
  const id = uuid();
  const at = now.toISOString();
  const named = await withCustomers(context, id, wanted);
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
  /** The number chosen by hand, if there is one. */
  number: string | undefined;
  /** One try, from the record as it stands. */
  take: (record: Record) => Promise<{ case_id: string; case_number: string }>;
}

/**
 * One case per record, however often and by however many at once it is asked for (quality R-23): later calls get the
 * same case.
 */
export const convertOnce = <Record extends Convertible>(
  { work }: { work: Pick<Work, 'attempt'> },
  { read, number, take }: Conversion<Record>,
): Promise<{ case_id: string; case_number: string }> =>
  work.attempt(read, async (record) => {
    const { case_id, case_number } = record;
    if (case_id && case_number) return { case_id, case_number };
    return withNumber(number, () => take(record));
  });
