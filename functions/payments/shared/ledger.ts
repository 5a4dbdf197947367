import { v7 as uuid } from 'uuid';
import type { Deed } from '#domain/audit/deeds.ts';
import { deceasedName } from '#domain/cases/case-row.ts';
import { invalid } from '#domain/contract/errors.ts';
import type { EventName } from '#domain/events/catalog.ts';
import { differences } from '#domain/forms/differences.ts';
import type { Values } from '#domain/forms/rules.ts';
import type { EntryKind } from '#domain/payments/entry-kind.ts';
import { paymentFields } from '#domain/payments/payment.fields.ts';
import { keptPayment, paymentFaults } from '#domain/payments/payment.rules.ts';
import { maskCheckNumber } from '#domain/payments/payment.values.ts';
import type { PaymentMethod } from '#domain/payments/payment-method.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { type Cents, parseMoney, toDecimal } from '#domain/values/money.ts';
import type { SsnSealer } from '#functions/adapters/ssn-cipher.ts';
import type { Actor } from '#functions/kernel/actor.ts';
import { ssnSealer } from '#functions/kernel/provisions.ts';
import type { Work } from '#functions/kernel/work.ts';
import type { CaseRecord, StoredMoneyToCome } from '#functions/records/case-record.ts';
import { type Cases, cases, changedCore, type StoredCase } from '#functions/records/cases.ts';
import { type CheckNumbers, checkNumbers } from '#functions/records/check-numbers.ts';
import type { PlainHome } from '#functions/records/homes.ts';
import { type Organizations, organizations } from '#functions/records/organizations.ts';
import { type PaymentRecord, type Payments, payments } from '#functions/records/payments.ts';
import { followed } from '#functions/records/settled-assignments.ts';
import { type Locks, locks, type Turn } from '#functions/store/locks.ts';
import type { Write } from '#functions/store/table.ts';

/** What every handler needs that writes to a ledger. */
export const writing = { cases, payments, organizations, checkNumbers, ssnSealer, locks };

export interface LedgerContext<D extends Deed = never, N extends EventName = never> {
  db: {
    cases: Cases;
    payments: Payments;
    organizations: Organizations;
    checkNumbers: CheckNumbers;
    locks: Locks;
  };
  ssnSealer: SsnSealer;
  work: Work<D, N>;
  actor: Actor;
  now: Date;
}

/** Throws 400 with every fault of a payment's values. */
export const assertSound = (values: Values, today: string, keepsCheckNumber = false): Record<string, unknown> => {
  const context = { today, keepsCheckNumber };
  const errors = paymentFaults(values, context);
  if (Object.keys(errors).length) throw invalid(errors);
  return keptPayment(values, context);
};

/** The stored values of an entry as its fields read them; the number of a check is not among them. */
export const valuesOf = (record: PaymentRecord): Values => ({
  amount: toDecimal(Math.abs(record.amount_cents)),
  payment_date: record.payment_date,
  payment_method: record.payment_method,
  other_method_description: record.other_method_description,
  received_from: record.received_from,
  payment_for: record.payment_for,
  notes: record.notes,
});

/** For the trail of the case: what of an entry is new or different, by fields named `payments.…`. */
export const ledgerChanges = (receipt: string, before: Values, next: Values) => [
  { field: 'payments.receipt_number', from: Object.keys(before).length ? receipt : null, to: receipt },
  ...differences(paymentFields, before, next).map(({ field, from, to }) => ({ field: `payments.${field}`, from, to })),
];

/** The home of a case, and the day it is there. */
export const homeOf = async (db: { organizations: Organizations }, { funeral_home_id }: CaseRecord, now: Date) => {
  const home = await db.organizations.plainHome(funeral_home_id);
  if (!home) throw new Error('a case without a home');
  return { home, today: todayIn(home.time_zone, now) };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Cents of an amount that was judged before. */
export const centsOf = (amount: unknown): Cents => parseMoney(text(amount)) ?? 0;

interface Sealing {
  db: Pick<LedgerContext['db'], 'checkNumbers'>;
  ssnSealer: SsnSealer;
  actor: Pick<Actor, 'organizationId'>;
}

/** What the entry of this id keeps of values that are sound, the number of its check sealed, with what puts that away. */
export const entryContent = async (
  { db, ssnSealer, actor }: Sealing,
  id: string,
  values: Values,
): Promise<{ content: Omit<Content, 'amount_cents'>; sealed: Write | undefined }> => {
  const number = text(values.check_number);
  const resting = number ? await ssnSealer.seal(actor.organizationId, number, { payment: id }) : undefined;
  return {
    content: {
      payment_date: text(values.payment_date),
      received_from: text(values.received_from),
      payment_method: values.payment_method as PaymentMethod,
      other_method_description: text(values.other_method_description),
      check_number_id: resting?.ssn_id ?? null,
      check_number_masked: number ? maskCheckNumber(number) : '',
      payment_for: text(values.payment_for),
      notes: text(values.notes),
    },
    sealed: resting && db.checkNumbers.put(id, resting),
  };
};

/** The id of a new entry: ids of a ledger sort by when they were made. */
export const newEntryId = (now: Date): string => uuid({ msecs: now.getTime() });

type Content = Pick<
  PaymentRecord,
  | 'payment_date'
  | 'received_from'
  | 'amount_cents'
  | 'payment_method'
  | 'other_method_description'
  | 'check_number_id'
  | 'check_number_masked'
  | 'payment_for'
  | 'notes'
>;

type Receipt = Awaited<ReturnType<Payments['nextReceipt']>>;

interface NewEntry {
  id: string;
  kind: EntryKind;
  refund_of: string | null;
  content: Content;
  sealed: Write | undefined;
  /** The home's next one, with what counts it. */
  receipt: Receipt;
  /** What the case expects once the entry is there, where it settles some of that. */
  expected?: StoredMoneyToCome | undefined;
}

interface Adding {
  db: Pick<LedgerContext['db'], 'payments' | 'cases'>;
  work: Pick<Work, 'add'>;
  actor: Pick<Actor, 'organizationId' | 'name'>;
  now: Date;
}

/**
 * A new entry under the home's next receipt number, added to the work with the sum that the case has received from then
 * on. Number, entry and sum commit together, so that no number is left out or given twice. Answers it with the case as it
 * is then.
 */
export const addEntry = (
  { db, work, actor, now }: Adding,
  { core, sections }: StoredCase,
  about: NewEntry,
): { record: PaymentRecord; core: CaseRecord } => {
  const { id, kind, refund_of, content, sealed, receipt, expected } = about;
  const { receipt_number, counted } = receipt;
  const at = now.toISOString();
  const record: PaymentRecord = {
    id,
    organization_id: actor.organizationId,
    version: 1,
    case_id: core.id,
    case_number: core.case_number,
    deceased_name: deceasedName(sections.deceased?.values),
    funeral_home_id: core.funeral_home_id,
    ...{ kind, status: 'recorded', receipt_number, refund_of, returned_cents: 0 },
    ...content,
    ...{ created_at: at, updated_at: at, created_by_name: actor.name },
    ...{ voided_at: null, voided_by_name: null, void_reason: null },
  };
  const ledger = {
    ...(refund_of === null ? undefined : followed(core, refund_of, record.amount_cents)),
    ...(expected && { money_to_come: expected }),
    paid_cents: core.paid_cents + record.amount_cents,
    ledger_entries: (core.ledger_entries ?? 0) + 1,
  };
  work.add(counted, sealed, db.payments.create(record), db.cases.changeCore(core, ledger, now));
  return { record, core: changedCore(core, ledger, now) };
};

/** What a change of a ledger begins with. */
interface Beginning<Loaded> {
  load: () => Promise<Loaded>;
  /** What stands when its turn comes, given what stood before it waited, and what who was before it has passed on. */
  again: (loaded: Loaded, handed: unknown) => Promise<Loaded>;
  homeIdOf: (loaded: Loaded) => string;
}

/**
 * One try to change a ledger, from what stands when it begins. Who finds others at the ledgers of the same home, or was
 * spoiled once, gets into line: spoiled transactions cost more than waiting, and all receipts of a home go through one
 * counter.
 */
const inTurn = <Loaded, Answer>(
  { db, work }: Pick<LedgerContext, 'db' | 'work'>,
  { load, again, homeIdOf }: Beginning<Loaded>,
  attempt: (loaded: Loaded, pass: Turn['pass']) => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(load, async (loaded, tries) => {
    const line = `ledgers-${homeIdOf(loaded)}`;
    const first = () => work.eagerly(() => attempt(loaded, () => {}));
    const alone = tries === 1 ? await db.locks.ifFree(line, first) : undefined;
    if (alone) return alone.answer;
    return db.locks.withLock(line, async ({ handed, pass }) => attempt(await again(loaded, handed), pass));
  });

/** A case with its home, what day it is there, and the home's next receipt. */
interface Ledger {
  kase: StoredCase;
  home: PlainHome;
  today: string;
  receipt: Receipt;
}

/** The next receipt of a home on its day, after the `last` where that is known. */
export const receiptOf = (
  { payments }: Pick<LedgerContext['db'], 'payments'>,
  home: PlainHome,
  today: string,
  last?: number,
): Promise<Receipt> => payments.nextReceipt(home, Number(today.slice(0, 4)), last);

/** A ledger as somebody has left it: the case as it is since, and the last receipt that was given. */
class LeftLedger {
  readonly #place: Omit<Ledger, 'receipt'>;
  readonly #last: number;

  constructor(place: Omit<Ledger, 'receipt'>, last: number) {
    this.#place = place;
    this.#last = last;
  }

  /** It as it is for who has read it before; undefined where theirs is another case, or another day. */
  async since({ kase, home, today }: Omit<Ledger, 'receipt'>, db: Pick<LedgerContext['db'], 'payments'>) {
    if (!this.coreOf(kase.core.id) || this.#place.home.id !== home.id || this.#place.today !== today) return undefined;
    return { ...this.#place, home, receipt: await receiptOf(db, home, today, this.#last) };
  }

  /** The case, if it is this one. */
  coreOf(caseId: string): CaseRecord | undefined {
    const { core } = this.#place.kase;
    return core.id === caseId ? core : undefined;
  }

  /** It after a change that took no receipt. */
  with(core: CaseRecord): LeftLedger {
    return new LeftLedger({ ...this.#place, kase: { ...this.#place.kase, core } }, this.#last);
  }
}

const leftBy = (handed: unknown): LeftLedger | undefined => (handed instanceof LeftLedger ? handed : undefined);

/**
 * {@link inTurn} for what begins with the case whose ledger it is, and adds an entry to it. Others wait until it has ended:
 * what can be read before its turn is, what has to be read then is read at once, and nothing is where the one before it has
 * added to the same ledger.
 */
export const ledgerInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work' | 'now'>,
  id: string,
  attempt: (ledger: Ledger) => Promise<{ answer: Answer; core: CaseRecord }>,
): Promise<Answer> => {
  const { db, work, now } = context;
  const placeOf = async (kase: StoredCase): Promise<Omit<Ledger, 'receipt'>> => ({
    kase,
    ...(await homeOf(db, kase.core, now)),
  });
  const withReceipt = async (place: Omit<Ledger, 'receipt'>): Promise<Ledger> => ({
    ...place,
    receipt: await receiptOf(db, place.home, place.today),
  });
  const again = async (before: Omit<Ledger, 'receipt'>, handed: unknown): Promise<Ledger> => {
    const left = await leftBy(handed)?.since(before, db);
    if (left) return left;
    const [kase, ledger] = await Promise.all([db.cases.requireNamed(before.kase.core.id), withReceipt(before)]);
    const hasMoved = kase.core.funeral_home_id !== before.kase.core.funeral_home_id;
    return hasMoved ? withReceipt(await placeOf(kase)) : { ...ledger, kase };
  };
  const load = async () => {
    const kase = await db.cases.requireNamed(id);
    const [place] = await Promise.all([placeOf(kase), work.foresee('CASE', id)]);
    return place;
  };
  const homeIdOf = ({ home }: Pick<Ledger, 'home'>): string => home.id;
  return inTurn<Omit<Ledger, 'receipt'> | Ledger, Answer>(context, { load, again, homeIdOf }, async (loaded, pass) => {
    const ledger = 'receipt' in loaded ? loaded : await withReceipt(loaded);
    const { answer, core } = await attempt(ledger);
    pass(new LeftLedger({ ...ledger, kase: { ...ledger.kase, core } }, ledger.receipt.sequence));
    return answer;
  });
};

const homeOfEntry = ({ entry }: { entry: PaymentRecord }): string => entry.funeral_home_id;

/**
 * {@link inTurn} for what begins with an entry of a ledger. The entry is as it was before its turn came: where somebody has
 * changed it since, the try is spoiled and the next one reads it again. With it comes its case, where the one before has left
 * that. `core`: the case as the try leaves it.
 */
export const entryInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work'>,
  id: string,
  attempt: (entry: PaymentRecord, known: CaseRecord | undefined) => Promise<{ answer: Answer; core?: CaseRecord }>,
): Promise<Answer> => {
  const { db, work } = context;
  const load = async (): Promise<{ entry: PaymentRecord; left?: LeftLedger | undefined }> => {
    const entry = await db.payments.require(id);
    await work.foresee('CASE', entry.case_id);
    return { entry };
  };
  const again = async ({ entry }: { entry: PaymentRecord }, handed: unknown) => ({ entry, left: leftBy(handed) });
  return inTurn(context, { load, again, homeIdOf: homeOfEntry }, async ({ entry, left }, pass) => {
    const { answer, core } = await attempt(entry, left?.coreOf(entry.case_id));
    if (core && left?.coreOf(core.id)) pass(left.with(core));
    return answer;
  });
};
