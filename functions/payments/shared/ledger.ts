import { v7 as uuid } from 'uuid';
import { deceasedName } from '#domain/cases/present-case.ts';
import { type LedgerError, ledgerEffect } from '#domain/payments/ledger.rules.ts';
import type { EntryKind, PaymentMethod } from '#domain/payments/ledger-entry.ts';
import {
  maskCheckNumber,
  type PaymentContentName,
  paymentContent,
  paymentFields,
} from '#domain/payments/payment.fields.ts';
import { cleanPayment, paymentErrors } from '#domain/payments/payment.rules.ts';
import { followingPayment, receivedAfter } from '#domain/payments/receivables.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { differences } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString, textsIn } from '#domain/shared/values/as-string.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { CaseRecord, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { type Cases, cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import { type CheckNumbers, checkNumbers } from '#functions/payments/repository/check-numbers.ts';
import { type PaymentRecord, type Payments, payments } from '#functions/payments/repository/payments.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { ContendedError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export const writing = { cases, payments, organizations, checkNumbers, ssnEncryptor };

export interface LedgerContext<D extends AuditAction = never, N extends EventName = never> {
  db: {
    cases: Cases;
    payments: Payments;
    organizations: Organizations;
    checkNumbers: CheckNumbers;
  };
  ssnEncryptor: SsnEncryptor;
  work: Work<D, N>;
  actor: Actor;
  now: Date;
}

/** Throws 400 with all errors. */
export const parsePaymentOrThrow = (
  values: Values,
  today: string,
  keepsCheckNumber = false,
): Record<string, unknown> => {
  const context = { today, keepsCheckNumber };
  const errors = paymentErrors(values, context);
  if (Object.keys(errors).length) throw invalid(errors);
  return cleanPayment(values, context);
};

/** Throws 400 if the error has a field, else 409. */
export const assertNoError = (error: LedgerError | undefined): void => {
  if (error?.field) throw invalid({ [error.field]: [error.message] });
  if (error) throw new AppError('conflict', { detail: error.message });
};

export const valuesOf = (record: PaymentRecord): Values => ({
  amount: toDecimal(Math.abs(record.amount_cents)),
  ...pick(record, paymentContent),
});

/** Returns the changes for the history, in fields named `payments.…`. */
export const ledgerChanges = (receipt: string, before: Values, next: Values) => [
  { field: 'payments.receipt_number', from: Object.keys(before).length ? receipt : null, to: receipt },
  ...differences(paymentFields, before, next).map(({ field, from, to }) => ({ field: `payments.${field}`, from, to })),
];

export const homeOf = async (db: { organizations: Organizations }, { funeral_home_id }: CaseRecord, now: Date) => {
  const home = await db.organizations.homeOfRecord(funeral_home_id);
  return { home, today: todayIn(home.time_zone, now) };
};

export const receiptOf = (
  { payments }: Pick<LedgerContext['db'], 'payments'>,
  home: PlainHome,
  today: string,
): Promise<Receipt> => payments.nextReceipt(home, Number(today.slice(0, 4)));

interface Adding<Answer> {
  caseRecord: StoredCase;
  home: PlainHome;
  today: string;
  /** Composes the commit again with the next receipt if another entry took the number. */
  numbered: (commit: (receipt: Receipt) => Promise<Answer>) => Promise<Answer>;
}

/** Entries of a home share one counter of receipts: after a conflict over it only the commit is composed again. */
export const addingEntry = <Answer>(
  { db, work, now }: Pick<LedgerContext, 'db' | 'work' | 'now'>,
  caseId: string,
  add: (adding: Adding<Answer>) => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(async () => {
    const caseRecord = await db.cases.requireNamed(caseId);
    const { home, today } = await homeOf(db, caseRecord.core, now);
    const numbered: Adding<Answer>['numbered'] = (commit) =>
      work.attempt(() => receiptOf(db, home, today), commit, ContendedError);
    return add({ caseRecord, home, today, numbered });
  });

export const changingEntry = <Answer>(
  { db, work }: Pick<LedgerContext, 'db' | 'work'>,
  id: string,
  change: (entry: PaymentRecord, core: CaseRecord) => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(async () => {
    const entry = await db.payments.require(id);
    return change(entry, await db.cases.requireCore(entry.case_id));
  });

/** Cents of a validated amount. */
export const centsOf = (amount: unknown): Cents => toCents(asString(amount));

interface Sealing {
  db: Pick<LedgerContext['db'], 'checkNumbers'>;
  ssnEncryptor: SsnEncryptor;
  actor: Pick<Actor, 'organizationId'>;
}

/** Returns the stored content of validated values, with its check number encrypted, and the writes for that. */
export const entryContent = async (
  { db, ssnEncryptor, actor }: Sealing,
  id: string,
  values: Values,
): Promise<{ content: Omit<Content, 'amount_cents'>; sealed: Write | undefined }> => {
  const number = asString(values.check_number);
  const resting = number ? await ssnEncryptor.seal(actor.organizationId, number, { payment: id }) : undefined;
  return {
    content: {
      ...textsIn(values, paymentContent),
      payment_method: values.payment_method as PaymentMethod,
      check_number_id: resting?.ssn_id ?? null,
      check_number_masked: number ? maskCheckNumber(number) : '',
    },
    sealed: resting && db.checkNumbers.put(id, resting),
  };
};

/** Ids of a ledger sort by time. */
export const newEntryId = (now: Date): string => uuid({ msecs: now.getTime() });

type Content = Pick<PaymentRecord, PaymentContentName | 'amount_cents' | 'check_number_id' | 'check_number_masked'>;

export type Receipt = Awaited<ReturnType<Payments['nextReceipt']>>;

interface NewEntry {
  id: string;
  kind: EntryKind;
  origin?: PaymentRecord | undefined;
  content: Content;
  sealed: Write | undefined;
  receipt: Receipt;
  expected?: StoredReceivables | undefined;
  /** The amount depends on the case as it was read. */
  asRead?: boolean;
}

interface AddContext {
  db: Pick<LedgerContext['db'], 'payments' | 'cases'>;
  work: Pick<Work, 'add'>;
  actor: Pick<Actor, 'organizationId' | 'name'>;
  now: Date;
}

/** Returns the case's receivables after an entry of its ledger was added, voided or corrected; undefined if unchanged. */
export const applySettledPayment = (
  { money_to_come: expected }: CaseRecord,
  entry: Parameters<typeof receivedAfter>[0],
): Pick<CaseRecord, 'money_to_come'> | undefined => {
  const payment = receivedAfter(entry);
  const changed = payment && expected?.assignments.map((assignment) => followingPayment(assignment, payment));
  if (!expected || !changed?.some(Boolean)) return undefined;
  return {
    money_to_come: {
      ...expected,
      assignments: expected.assignments.map((assignment, at) => changed[at] ?? assignment),
    },
  };
};

const newPayment = (
  { actor, now }: Pick<AddContext, 'actor' | 'now'>,
  { core, sections }: StoredCase,
  { id, kind, origin, content, receipt }: NewEntry,
): PaymentRecord => {
  const at = now.toISOString();
  return {
    id,
    organization_id: actor.organizationId,
    version: 1,
    case_id: core.id,
    case_number: core.case_number,
    deceased_name: deceasedName(sections.deceased?.values),
    funeral_home_id: core.funeral_home_id,
    kind,
    status: 'recorded',
    receipt_number: receipt.receipt_number,
    refund_of: origin?.id ?? null,
    returned_cents: 0,
    ...content,
    created_at: at,
    updated_at: at,
    created_by_name: actor.name,
    voided_at: null,
    voided_by_name: null,
    void_reason: null,
  };
};

/**
 * Entry, receipt number, the case's total and the origin's returned cents commit together, so that no number is
 * skipped.
 */
export const addEntry = (context: AddContext, caseRecord: StoredCase, about: NewEntry): PaymentRecord => {
  const { db, work, now } = context;
  const { core } = caseRecord;
  const { origin, sealed, receipt, expected, asRead } = about;
  const record = newPayment(context, caseRecord, about);
  const { paid, origin: givenBack } = ledgerEffect(undefined, record, origin);
  const ledger = {
    ...applySettledPayment(core, record),
    ...(expected && { money_to_come: expected }),
    paid,
    entries: 1,
    asRead,
  };
  work.add(
    receipt.counted,
    sealed,
    db.payments.create(record),
    origin && givenBack && db.payments.change(origin, givenBack, now),
    db.cases.changeLedger(core, ledger, now),
  );
  return record;
};
