import { v7 as uuid } from 'uuid';
import { authorizationOf } from '#domain/gates/authorization.ts';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import {
  answerFields,
  gateMessages,
  gateOverrideFields,
  identificationFields,
  objectionFields,
  settlementFields,
} from '#domain/gates/gate.fields.ts';
import { type EntryOf, entriesOf, type GateEntry } from '#domain/gates/gate-entries.ts';
import { type Check, type Step, stepLabels } from '#domain/gates/gate-names.ts';
import { gateOf, judgedAt, momentOf } from '#domain/gates/gates.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { custody } from '#functions/care/repository/custody.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { presentGates } from './shared/present-gates.ts';
import { checkedGateEntry, type GateState, gateNeeds, readGateState, recordStep } from './shared/record-step.ts';

const needs = { ...gateNeeds, custody };

const maxEntries = 200;

const showGates = handler(gateEndpoints.ofCase, needs, async ({ params: { id } }, { db, now }) => {
  const { facts, at, answered } = await readGateState(db, id, now);
  return presentGates(facts, at, answered);
});

type Change = { field: string; from: string | null; to: string | null };
const changesOf = (
  values: Readonly<Record<string, string>>,
  before: Readonly<Record<string, unknown>> = {},
): Change[] =>
  Object.entries(values)
    .map(([name, to]) => ({ field: `gates.${name}`, from: stringAt(before, name) || null, to: to || null }))
    .filter(({ from, to }) => from !== null || to !== null);

type WritingContext = Pick<ContextOf<typeof gateEndpoints.identify, typeof needs>, 'db' | 'actor' | 'now'>;

const stamp = ({ actor, now }: Pick<WritingContext, 'actor' | 'now'>) => ({
  id: uuid({ msecs: now.getTime() }),
  by_name: actor.name,
  recorded_at: now.toISOString(),
});

/** Returns the writes of the entries with the gates that follow from them. */
const written = (
  { db, now }: WritingContext,
  { core, list, factsWith, at, answered }: GateState,
  entries: GateEntry[],
) => {
  if (entries.length > maxEntries) throw invalid({ non_field_errors: [gateMessages.tooMany] });
  return {
    writes: [db.gateEntries.write(core.id, list, entries), db.cases.changeCore(core, {}, now)],
    answer: presentGates(factsWith(entries), at, answered),
  };
};

const identify = handler(gateEndpoints.identify, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    assertAllowed(context.actor, 'gate:record', state.core);
    const { happened_at: at, ...values } = checkedGateEntry(identificationFields, body, state);
    const before = entriesOf(state.list.entries, 'identification').at(-1);
    const entry = { kind: 'identification', ...values, at, ...stamp(context) } as EntryOf<'identification'>;
    const { writes, answer } = written(context, state, [...state.list.entries.filter((one) => one !== before), entry]);
    return context.work
      .add(...writes)
      .audit('identification.recorded', id, changesOf({ ...values, at }, before))
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

const object = handler(gateEndpoints.object, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    assertAllowed(context.actor, 'gate:record', state.core);
    const { happened_at: at, ...values } = checkedGateEntry(objectionFields, body, state);
    const entry = { kind: 'objection' as const, ...values, at, settled: null, ...stamp(context) };
    const { writes, answer } = written(context, state, [...state.list.entries, entry]);
    return context.work
      .add(...writes)
      .audit('objection.recorded', id, changesOf({ ...values, at }))
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

const settle = handler(gateEndpoints.settle, needs, ({ params: { id, objectionId }, body }, context) =>
  context.work.attempt(async () => {
    const { actor, now } = context;
    const state = await readGateState(context.db, id, now);
    const found = entriesOf(state.list.entries, 'objection').find((entry) => entry.id === objectionId);
    if (!found) throw notFound();
    assertAllowed(actor, 'gate:record', state.core);
    if (found.settled) throw new AppError('conflict', { detail: gateMessages.alreadySettled });
    const { text } = checkedGateEntry(settlementFields, body, state);
    const settled = { ...found, settled: { text, by_name: actor.name, at: now.toISOString() } };
    const entries = state.list.entries.map((entry) => (entry === found ? settled : entry));
    const { writes, answer } = written(context, state, entries);
    return context.work
      .add(...writes)
      .audit('objection.settled', id, [
        ...changesOf({ raised_by: found.raised_by }, found),
        ...changesOf({ settled: text }),
      ])
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

/** Answers of one person stay in their order, because the latest counts. */
const answer = handler(gateEndpoints.answer, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    assertAllowed(context.actor, 'gate:record', state.core);
    const values = checkedGateEntry(answerFields, body, state);
    if (!state.facts.family.some(({ name }) => isSameName(name, values.person)))
      throw invalid({ person: [gateMessages.notOnCase] });
    const entry = {
      kind: 'answer',
      ...values,
      method: state.facts.method,
      ...stamp(context),
    } as EntryOf<'answer'>;
    const before = authorizationOf(state.facts).signers.find(({ name }) => isSameName(name, values.person));
    const { writes, answer } = written(context, state, [...state.list.entries, entry]);
    return context.work
      .add(...writes)
      .audit(
        'authorization.answered',
        id,
        changesOf(values, { answer: before?.state === 'open' ? '' : before?.state, person: before?.name }),
      )
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

const override = handler(gateEndpoints.override, needs, ({ params: { id, gate }, body }, context) =>
  context.work.attempt(async () => {
    const { db, actor } = context;
    const state = await readGateState(db, id, context.now);
    assertAllowed(actor, 'gate:override', state.core);
    const {
      second_person: second_id,
      reason,
      happened_at,
      ...kept
    } = checkedGateEntry(gateOverrideFields, body, state);
    const check = kept.check as Check;
    const second = await db.organizations.profile(second_id);
    if (second?.status !== 'active') throw invalid({ second_person: [gateMessages.notAMember] });
    if (!hasPermission(second, 'gate:override')) throw invalid({ second_person: [gateMessages.mayNotOverride] });
    if (second.id === actor.id) throw invalid({ second_person: [gateMessages.twoPeople] });
    const at = happened_at ? momentOf(happened_at) : judgedAt(gate, state.facts, state.at);
    const found = gateOf(gate, state.facts, at).checks.find((one) => one.check === check);
    if (!found) throw invalid({ check: [gateMessages.notOfGate] });
    if (found.state !== 'missing') throw new AppError('conflict', { detail: gateMessages.notMissing });
    const second_name = `${second.first_name} ${second.last_name}`.trim();
    const entry: GateEntry = {
      kind: 'override',
      gate,
      check,
      reason,
      missing: found.text,
      second_id,
      second_name,
      ...stamp(context),
    };
    const { writes, answer } = written(context, state, [...state.list.entries, entry]);
    return context.work
      .add(...writes)
      .audit('gate.overridden', id, changesOf({ gate, check, reason, second_person: second_name }))
      .announce('gate.overridden', id, { case_id: id, gate, check })
      .finish(answer);
  }),
);

const confirm = handler(gateEndpoints.confirm, needs, ({ params: { id, gate, check } }, context) =>
  context.work.attempt(async () => {
    const { actor, now } = context;
    const state = await readGateState(context.db, id, now);
    const found = entriesOf(state.list.entries, 'override').findLast(
      (entry) => entry.gate === gate && entry.check === check,
    );
    if (!found) throw notFound();
    assertAllowed(actor, 'gate:override', state.core);
    if (found.second_id !== actor.id) throw new AppError('forbidden', { detail: gateMessages.notSecondPerson });
    if (found.confirmed_at) return presentGates(state.facts, state.at, state.answered);
    const confirmed = { ...found, confirmed_at: now.toISOString() };
    const entries = state.list.entries.map((entry) => (entry === found ? confirmed : entry));
    const { writes, answer } = written(context, state, entries);
    return context.work
      .add(...writes)
      .audit('gate.override_confirmed', id, changesOf({ gate, check }))
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

const withdraw = handler(gateEndpoints.withdraw, needs, ({ params: { id, gate, check } }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    const [left, gone] = [false, true].map((isIt) =>
      state.list.entries.filter(
        (entry) => (entry.kind === 'override' && entry.gate === gate && entry.check === check) === isIt,
      ),
    );
    if (!gone?.length) throw notFound();
    assertAllowed(context.actor, 'gate:override', state.core);
    const { writes, answer } = written(context, state, left ?? []);
    return context.work
      .add(...writes)
      .audit('gate.override_withdrawn', id, changesOf({ gate, check }, { gate, check }))
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

/** A body whose chain of custody was opened is released and cremated there, with names and signatures. */
const assertFollowsCustody = async ({ db }: WritingContext, id: string, step: Step): Promise<void> => {
  const body = await db.custody.subject(id, id);
  if (!body || body.number === 0) return;
  if (step === 'released' || step === 'cremated')
    throw new AppError('conflict', { detail: gateMessages.inCustody(stepLabels[step]) });
  if (body.place?.ours && !body.ended)
    throw new AppError('conflict', { detail: gateMessages.stillAt(body.place.name) });
};

/** A repeated step corrects the earlier entry; its place always can be. */
const record = handler(gateEndpoints.record, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    assertAllowed(context.actor, 'gate:record', state.core);
    const { entries, before, step, isSameStep, values } = recordStep(state, body, stamp(context));
    if (!isSameStep) await assertFollowsCustody(context, id, step);
    const { writes, answer } = written(context, state, entries);
    return context.work
      .add(...writes)
      .audit('disposition.recorded', id, changesOf(values, before))
      .announce('disposition.recorded', id, { case_id: id, step })
      .finish(answer);
  }),
);

const takeBack = handler(gateEndpoints.takeBack, needs, ({ params: { id, step } }, context) =>
  context.work.attempt(async () => {
    const state = await readGateState(context.db, id, context.now);
    const found = entriesOf(state.list.entries, 'step').find((entry) => entry.step === step);
    if (!found) throw notFound();
    assertAllowed(context.actor, 'gate:override', state.core);
    if (step === 'released' || step === 'cremated') await assertFollowsCustody(context, id, step);
    const { writes, answer } = written(
      context,
      state,
      state.list.entries.filter((entry) => entry !== found),
    );
    return context.work
      .add(...writes)
      .audit('disposition.withdrawn', id, changesOf({ step: '', receiver: '', at: '', place: '', note: '' }, found))
      .announce('gate.changed', id, { case_id: id })
      .finish(answer);
  }),
);

export const gateRoutes = routesOf(gateEndpoints, {
  ofCase: showGates,
  identify,
  object,
  settle,
  answer,
  override,
  confirm,
  withdraw,
  record,
  takeBack,
});
