import { createHash } from 'node:crypto';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { ledgerEffect } from '#domain/payments/ledger.rules.ts';
import { sentPayment } from '#domain/payments/payment.rules.ts';
import { paidByFamily } from '#domain/payments/receivables.ts';
import { sentPermit } from '#domain/permits/permit.rules.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { finalizeBlockers } from '#domain/statements/statement-checks.ts';
import { statementContent } from '#domain/statements/statement-content.ts';
import type { StoredAssignment } from '#functions/cases/repository/case-record.ts';
import { copies } from '#functions/certificates/repository.ts';
import {
  assignmentChanges,
  mergeAssignmentInput,
  settleAssignment,
} from '#functions/payments/receivables/shared/assignment-values.ts';
import {
  addEntry,
  applySettledPayment,
  centsOf,
  entryContent,
  ledgerChanges,
  parsePaymentOrThrow,
  receiptOf,
} from '#functions/payments/shared/ledger.ts';
import { permitChanges, permitContent } from '#functions/permits/shared/permit-work.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { StatementRecord } from '#functions/statements/repository/statements.ts';
import type { DemoCase, DemoGateEntry, DemoMoney, DemoPayment, StaffEmail } from './demo-organization.ts';
import { demoId, type Seeding } from './seeding.ts';

/** A staff action on a case's money, this many hours before the seeding. */
interface Step {
  hours: number;
  carryOut(): Promise<unknown>;
}
type Agreed = NonNullable<DemoMoney['agreed']>;
type Finalized = NonNullable<DemoMoney['statement']>;

const actions = { payment: 'payment.recorded', refund: 'payment.refunded', reversal: 'payment.reversed' } as const;
const cents = (amount: string): Cents => parseMoney(amount) ?? 0;
const paymentId = (caseRecord: string, at: number): string => demoId('payment', `${caseRecord} ${at}`);
const assignmentId = (caseRecord: string, at: number): string => demoId('assignment', `${caseRecord} ${at}`);

/**
 * Writes ledgers, agreements, permits, entries at gates and Statements of one location's cases in order, because receipts and Statements
 * are numbered in sequence.
 */
export const seedMoney = async (seeding: Seeding, cases: readonly DemoCase[]): Promise<void> => {
  const steps = cases.flatMap((demo) => stepsOf(seeding, demo));
  for (const { carryOut } of steps.toSorted((a, b) => b.hours - a.hours)) await carryOut();
};

const stepsOf = (seeding: Seeding, demo: DemoCase): Step[] => {
  const { payments = [], agreed, statement, permits = [], copies: certified } = demo.money ?? {};
  const of = <Done>(done: Done | undefined, hours: number, carryOut: (action: Done) => Promise<unknown>): Step[] =>
    done === undefined ? [] : [{ hours, carryOut: () => carryOut(done) }];
  return [
    ...of(permits[0], demo.created, () => addPermits(seeding, demo)),
    ...of(demo.gates, demo.created - 20, (entries) => addGateEntries(seeding, demo, entries)),
    ...of(certified, 0, (received) => addCopies(seeding, demo, received)),
    ...of(agreed, agreed?.hours ?? 0, (agreement) => agree(seeding, demo, agreement)),
    ...payments.flatMap((payment, at) => [
      ...of(payment, payment.hours, () => enter(seeding, demo, at, payment)),
      ...of(payment.voided, payment.voided?.hours ?? 0, (voided) => voidEntry(seeding, demo, at, payment.by, voided)),
    ]),
    ...of(statement, statement?.hours ?? 0, (finalized) => finalize(seeding, demo, finalized)),
    ...of(statement?.accepted, statement?.accepted?.hours ?? 0, (acceptance) =>
      accept(seeding, demo, acceptance, statement?.by ?? demo.by),
    ),
  ];
};

const at = (seeding: Seeding, { home, name }: DemoCase, by: StaffEmail, hours: number) => {
  const db = seeding.databaseAs(by, hours);
  const now = new Date(seeding.instant(hours));
  return {
    db,
    now,
    work: db.quietWork(),
    caseId: demoId('case', name),
    ssnEncryptor: seeding.cipher,
    home: seeding.home(home),
    today: todayIn(seeding.home(home).time_zone, now),
    actor: { organizationId: seeding.organizationId, name: seeding.staffName(by) },
  };
};

const enter = async (seeding: Seeding, demo: DemoCase, place: number, payment: DemoPayment): Promise<void> => {
  const { back: returnedFrom, settles } = payment;
  const context = at(seeding, demo, payment.by, payment.hours);
  const { db, work, actor, now, home, today, caseId } = context;
  const id = paymentId(demo.name, place);
  const [caseRecord, origin] = await Promise.all([
    db.cases.require(caseId),
    returnedFrom && db.payments.require(paymentId(demo.name, returnedFrom.of)),
  ]);
  const input = {
    amount: payment.amount,
    payment_date: today,
    payment_method: payment.method,
    check_number: payment.check,
    other_method_description: payment.other,
    received_from: payment.from,
    payment_for: payment.purpose,
    notes: payment.notes,
    // A returned check is the one that was received.
    ...(origin && { payment_method: origin.payment_method, received_from: origin.received_from }),
  };
  const values = parsePaymentOrThrow(sentPayment(input), today, returnedFrom?.kind === 'reversal');
  const { content, sealed } = await entryContent(context, id, values);
  const amount = centsOf(values.amount);
  const settled =
    settles === undefined
      ? undefined
      : settleAssignment(caseRecord.core, assignmentId(demo.name, settles), { id, amount_cents: amount, actor, now });
  const kind = returnedFrom?.kind ?? 'payment';
  const { receipt_number } = addEntry(context, caseRecord, {
    id,
    kind,
    sealed,
    origin,
    receipt: await receiptOf(db, home, today),
    expected: settled?.expected,
    content: { ...content, amount_cents: origin ? -amount : amount },
  });
  if (settled) work.audit('assignment.changed', caseId, settled.changes);
  await work.audit(actions[kind], caseId, ledgerChanges(receipt_number, {}, values)).finish(undefined);
};

const voidEntry = async (
  seeding: Seeding,
  demo: DemoCase,
  place: number,
  by: StaffEmail,
  { hours, reason }: NonNullable<DemoPayment['voided']>,
): Promise<void> => {
  const { db, work, actor, now, caseId } = at(seeding, demo, by, hours);
  const [entry, core] = await Promise.all([
    db.payments.require(paymentId(demo.name, place)),
    db.cases.requireCore(caseId),
  ]);
  const { receipt_number } = entry;
  const voided = { voided_at: now.toISOString(), voided_by_name: actor.name, void_reason: reason };
  const next = { ...entry, ...voided, status: 'voided' as const };
  const { paid } = ledgerEffect(entry, next, undefined);
  const sum = { paid_cents: core.paid_cents + paid, ...applySettledPayment(core, next) };
  await work
    .add(db.payments.change(entry, next, now), db.cases.changeCore(core, sum, now))
    .audit('payment.voided', caseId, [
      { field: 'payments.receipt_number', from: receipt_number, to: receipt_number },
      { field: 'payments.void_reason', from: null, to: reason },
    ])
    .finish(undefined);
};

const agree = async (
  seeding: Seeding,
  demo: DemoCase,
  { hours, by, insurance = [], instalments: installments }: Agreed,
) => {
  const { db, work, actor, now, caseId } = at(seeding, demo, by, hours);
  const core = await db.cases.requireCore(caseId);
  const changed = { updated_at: now.toISOString(), updated_by_name: actor.name };
  const assignments = insurance.map(
    ({ company, policy, amount, phone = '', expected = '' }, place): StoredAssignment => ({
      id: assignmentId(demo.name, place),
      status: 'verified',
      payment_id: null,
      received_cents: 0,
      ...changed,
      ...mergeAssignmentInput(
        {},
        { company, policy_number: policy, amount, contact_phone: phone, expected_on: expected },
        now,
      ),
    }),
  );
  const plan = installments
    ? {
        instalments: installments.map(({ due_on, amount }) => ({ due_on, amount_cents: cents(amount) })),
        paid_before_cents: paidByFamily({ assignments }, core.paid_cents),
        made_at: now.toISOString(),
        made_by_name: actor.name,
      }
    : null;
  work.add(db.cases.changeCore(core, { money_to_come: { assignments, plan } }, now));
  for (const assignment of assignments)
    work.audit('assignment.recorded', caseId, assignmentChanges(undefined, assignment));
  if (plan)
    work.audit('instalments.set', caseId, [{ field: 'instalments', from: null, to: `${plan.instalments.length}` }]);
  await work.finish(undefined);
};

const addPermits = async (seeding: Seeding, demo: DemoCase): Promise<void> => {
  const { db, work, actor, now, caseId } = at(seeding, demo, demo.by, demo.created);
  const [list, core] = await Promise.all([db.permits.of(caseId), db.cases.requireCore(caseId)]);
  const today = todayIn(seeding.home(demo.home).time_zone, seeding.now);
  const entries = (demo.money?.permits ?? []).map(
    ({ name, deceased, number, authority, issued, expires, returned }) => {
      const values = sentPermit({
        permit_name: name,
        permit_number: number,
        issuing_authority: authority,
        issue_date: issued,
        expiry_date: expires,
        returned_date: returned,
        name_on_permit: deceased,
      });
      const when = { created_at: now.toISOString(), updated_at: now.toISOString(), created_by_name: actor.name };
      return {
        id: demoId('permit', `${demo.name} ${number}`),
        ...permitContent(values, [], today),
        scan: null,
        ...when,
      };
    },
  );
  work.add(db.permits.write(caseId, list, entries), db.cases.changeCore(core, {}, now));
  for (const { id: _, scan: _scan, created_at: _at, ...entry } of entries)
    work.audit('permit.added', caseId, permitChanges({}, entry));
  await work.finish(undefined);
};

const actionsOfGates = {
  identification: 'identification.recorded',
  answer: 'authorization.answered',
  objection: 'objection.recorded',
  override: 'gate.overridden',
  step: 'disposition.recorded',
} as const;

const addGateEntries = async (seeding: Seeding, demo: DemoCase, list: readonly DemoGateEntry[]): Promise<void> => {
  const { db, work, actor, now, caseId } = at(seeding, demo, demo.by, demo.created - 20);
  const [before, core] = await Promise.all([db.gateEntries.of(caseId), db.cases.requireCore(caseId)]);
  const entries = list.map((entry, place) => {
    const id = demoId('gate-entry', `${demo.name} ${place}`);
    return { ...entry, id, by_name: actor.name, recorded_at: now.toISOString() };
  });
  work.add(db.gateEntries.write(caseId, before, entries), db.cases.changeCore(core, {}, now));
  for (const { kind } of entries) work.audit(actionsOfGates[kind], caseId, []);
  await work.finish(undefined);
};

const addCopies = async (
  seeding: Seeding,
  demo: DemoCase,
  { count, ordered, received }: NonNullable<DemoMoney['copies']>,
): Promise<void> => {
  const hours = (seeding.now.getTime() - Date.parse(`${received}T16:00:00Z`)) / 3_600_000;
  const { db, work, actor, now, caseId } = at(seeding, demo, demo.by, hours);
  const entry = (move: 'ordered' | 'received', on: string) => ({
    id: demoId('copies', `${demo.name} ${move}`),
    move,
    on,
    copies: count,
    copy_type: 'long' as const,
    fee_cents: 1000,
    recipient: '',
    notes: '',
    created_at: now.toISOString(),
    created_by_name: actor.name,
  });
  const entries = [entry('ordered', ordered), entry('received', received)];
  const core = await db.cases.requireCore(caseId);
  const parts = copies.in(seeding.table, keysOf(seeding.organizationId));
  work.add(parts.write(caseId, { version: 0, entries: [] }, entries), db.cases.changeCore(core, {}, now));
  await work.finish(undefined);
};

const finalize = async (seeding: Seeding, demo: DemoCase, { hours, by }: Finalized): Promise<void> => {
  const { db, work, actor, now, home, today, caseId } = at(seeding, demo, by, hours);
  const { core, sections: stored } = await db.cases.require(caseId);
  const sections: CaseSectionValues = Object.fromEntries(
    Object.entries(stored).map(([id, section]) => [id, section.values]),
  );
  const stops = finalizeBlockers(sections, home);
  if (stops.length > 0) throw new Error(`The fees of ${demo.name}: ${stops.map(({ title }) => title).join(' ')}`);
  const content = statementContent({
    sections,
    case_number: core.case_number,
    home,
    paid: core.paid_cents,
    today,
    instalments: core.money_to_come?.plan?.instalments,
    director: { name: actor.name, license_number: seeding.license(by) },
  });
  const { statement_number, counted } = await db.statements.nextNumber(home, Number(today.slice(0, 4)));
  const record: StatementRecord = {
    id: demoId('statement', demo.name),
    organization_id: seeding.organizationId,
    case_id: caseId,
    version: 1,
    funeral_home_id: home.id,
    statement_number,
    reason: '',
    content,
    digest: createHash('sha256').update(sortedJson(content)).digest('hex'),
    finalized_at: now.toISOString(),
    finalized_by_name: actor.name,
  };
  await work
    .add(counted, db.statements.create(record), db.cases.changeCore(core, { statements: 1 }, now))
    .audit('statement.finalized', caseId, [
      { field: 'statements.statement_number', from: null, to: statement_number },
      { field: 'statements.complete_total', from: null, to: content.totals.complete_total },
    ])
    .finish(undefined);
};

const accept = async (
  seeding: Seeding,
  demo: DemoCase,
  { hours, by }: NonNullable<Finalized['accepted']>,
  staff: StaffEmail,
): Promise<void> => {
  const { db, work, actor, now, today, caseId } = at(seeding, demo, staff, hours);
  const core = await db.cases.requireCore(caseId);
  const acceptance = {
    version: 1,
    accepted_by: by,
    given_on: today,
    signed_by: by,
    signature_date: today,
    co_signer_1: '',
    co_signer_2: '',
    recorded_at: now.toISOString(),
    recorded_by_name: actor.name,
  };
  await work
    .add(db.statements.accept(caseId, acceptance), db.cases.changeCore(core, {}, now))
    .audit('statement.accepted', caseId, [
      { field: 'statements.accepted_by', from: null, to: by },
      { field: 'statements.given_on', from: null, to: today },
    ])
    .finish(undefined);
};
