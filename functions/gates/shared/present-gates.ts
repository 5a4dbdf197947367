import type { Moment } from '#domain/deadlines/rule-builders.ts';
import { authorizationOf } from '#domain/gates/authorization.ts';
import { statements } from '#domain/gates/authorization-rules.ts';
import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import { embalmingOf } from '#domain/gates/gate-checks.ts';
import { entriesOf } from '#domain/gates/gate-entries.ts';
import type { GateFacts } from '#domain/gates/gate-facts.ts';
import { lastGateOf } from '#domain/gates/gate-names.ts';
import { type CheckOfGate, gatesOf } from '#domain/gates/gates.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';

const nowhere = { section: null, field: null, permit_id: null, envelope_id: null, record: null };

export const presentCheck = ({ source, place, ...check }: CheckOfGate): GateCheck => ({
  ...check,
  source: source ?? null,
  place: { ...nowhere, ...place },
});

const presentAuthorization = (facts: GateFacts): CaseGates['authorization'] => {
  const { rule, order, signers, isComplete, ...found } = authorizationOf(facts);
  const asked = new Set(signers.map(({ name }) => name));
  return {
    ...found,
    is_complete: isComplete,
    waiver: rule.waiver ?? '',
    also: rule.also ?? '',
    signers: signers.map(({ name_on_paper: _, ...signer }) => signer),
    others: facts.family.map(({ name }) => name).filter((name) => !asked.has(name)),
    statements: rule.statements.map((statement) => statements[statement]),
    source: rule.source,
    order_source: order,
  };
};

/** Returns the gates of a case at a moment on the clock of its home. `answered`: who recorded the answer on embalming. */
export const presentGates = (
  facts: GateFacts,
  at: Moment,
  answered: CaseGates['embalming']['recorded'] = null,
): CaseGates => {
  const { method, planned, entries, sections } = facts;
  const identification = entriesOf(entries, 'identification').at(-1);
  return {
    method: {
      value: method,
      label: dispositionMethods.find(({ value }) => value === method)?.label ?? '',
      is_proposed: method !== '' && isBlank(sections.service?.disposition_method),
    },
    planned: planned ? { date: planned.day, time: planned.time ?? null } : null,
    last_gate: lastGateOf(method) ?? null,
    gates: gatesOf(facts, at).map((gate) => ({ ...gate, checks: gate.checks.map(presentCheck) })),
    embalming: { ...embalmingOf(facts), recorded: answered },
    authorization: presentAuthorization(facts),
    identification: identification ?? null,
    objections: entriesOf(entries, 'objection'),
    steps: entriesOf(entries, 'step').map((step) => ({ ...step, receiver: step.receiver ?? null })),
  };
};
