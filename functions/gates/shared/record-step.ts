import type { Moment } from '#domain/deadlines/rule-builders.ts';
import { cleanGateEntry, diedAt, gateEntryErrors, gateMessages, stepFields } from '#domain/gates/gate.fields.ts';
import { type EntryOf, entriesOf, type GateEntry } from '#domain/gates/gate-entries.ts';
import { type GateFacts, gateFactsOf } from '#domain/gates/gate-facts.ts';
import { gateOfStep, type Receiver, receiverOf, type Step } from '#domain/gates/gate-names.ts';
import { gateOf, missingOf, momentOf } from '#domain/gates/gates.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { momentIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import { effects } from '#functions/care/repository/personal-effects.ts';
import { type Cases, cases } from '#functions/cases/repository/cases.ts';
import { deadlineOverrides } from '#functions/deadlines/repository/deadlines.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { permits } from '#functions/permits/repository.ts';
import { gateEntries, signedPapers } from '../repository.ts';
import { presentCheck } from './present-gates.ts';

export const gateNeeds = { cases, permits, deadlineOverrides, gateEntries, signedPapers, effects, organizations };
interface Db {
  cases: Pick<Cases, 'require'>;
  permits: ReturnType<typeof permits.in>;
  deadlineOverrides: ReturnType<typeof deadlineOverrides.in>;
  gateEntries: ReturnType<typeof gateEntries.in>;
  signedPapers: ReturnType<typeof signedPapers.in>;
  effects: Pick<ReturnType<typeof effects.in>, 'of'>;
  organizations: Pick<ReturnType<typeof organizations.in>, 'homeOfRecord'>;
}

/** Reads a case with everything that its gates depend on. Throws 404. */
export const readGateState = async (db: Db, id: string, now: Date) => {
  const [{ core, sections: stored }, permitList, decisions, list, signed, items] = await Promise.all([
    db.cases.require(id),
    db.permits.of(id),
    db.deadlineOverrides.of(id),
    db.gateEntries.of(id),
    db.signedPapers.of(id),
    db.effects.of(id),
  ]);
  const home = await db.organizations.homeOfRecord(core.funeral_home_id);
  const sections = Object.fromEntries(Object.entries(stored).map(([section, { values }]) => [section, values]));
  const factsWith = (entries: readonly GateEntry[]): GateFacts =>
    gateFactsOf(core, sections, {
      decisions: decisions.entries,
      permits: permitList.entries,
      entries,
      signatures: signed.entries,
      effects: items.entries,
    });
  return {
    core,
    list,
    factsWith,
    facts: factsWith(list.entries),
    answered: stored.disclosuresAgreement?.embalming_answered,
    at: momentIn(home.time_zone, now) as Moment,
    context: { clock: clockOfHome(home, now), died: diedAt(sections.deceased) },
  };
};
export type GateState = Awaited<ReturnType<typeof readGateState>>;

type Fields = Parameters<typeof gateEntryErrors>[0];

/** Returns the values of an entry; throws 400 with every error. */
export const checkedGateEntry = <const List extends Fields>(fields: List, body: Values, { context }: GateState) => {
  const errors = gateEntryErrors(fields, body, context);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return cleanGateEntry(fields, body);
};

type Stamp = Pick<GateEntry, 'id' | 'by_name' | 'recorded_at'>;

/**
 * Returns the entries of a case with a step, and the earlier entry that it corrects. The gate is judged at the time of
 * the step. Throws 409 with the missing checks; place and note of a recorded step can always be corrected.
 */
export const recordStep = (state: GateState, body: Values, stamp: Stamp) => {
  const { happened_at: at, ...values } = checkedGateEntry(stepFields, body, state);
  const step = values.step as Step;
  const receiver = step === 'donated' ? 'program' : (values.receiver as Receiver) || undefined;
  const before = entriesOf(state.list.entries, 'step').find((entry) => entry.step === step);
  const missing = missingOf(
    gateOf(gateOfStep[step], state.facts, momentOf(at), receiver ?? receiverOf(state.facts.method)),
  );
  const isSameStep = before?.at === at && before.receiver === receiver;
  if (missing.length > 0 && !isSameStep) {
    const extra = { missing: missing.map(presentCheck) };
    throw new AppError('conflict', { detail: gateMessages.notMet(missing.length), extra });
  }
  const entry: EntryOf<'step'> = { kind: 'step', ...values, step, receiver, at, ...stamp };
  const entries: GateEntry[] = [...state.list.entries.filter((one) => one !== before), entry];
  return { entries, before, step, isSameStep, values: { ...values, at } };
};
