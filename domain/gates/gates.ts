import type { Moment } from '#domain/deadlines/rule-builders.ts';
import { checkers, type Finding, knownAt } from './gate-checks.ts';
import { entriesOf } from './gate-entries.ts';
import type { GateFacts } from './gate-facts.ts';
import {
  type Check,
  checksOf,
  type Gate,
  gateLabels,
  gateOfStep,
  gates,
  gatesOfMethod,
  labelOfCheck,
  lastGateOf,
  type Receiver,
  receiverOf,
} from './gate-names.ts';

export interface CheckOfGate extends Omit<Finding, 'state'> {
  readonly check: Check;
  readonly title: string;
  readonly state: Finding['state'] | 'overridden';
  readonly override: {
    readonly reason: string;
    readonly by_name: string | null;
    readonly second_id: string;
    readonly second_name: string;
    /** When the second person confirmed it in a session of their own. */
    readonly confirmed_at: string | null;
    readonly at: string;
  } | null;
}

export interface GateOfCase {
  readonly gate: Gate;
  readonly title: string;
  /** Whether the checks are judged at the planned moment, because it is still to come. */
  readonly is_at_plan: boolean;
  /** Met and overridden checks, of all that are needed. */
  readonly done: number;
  readonly of: number;
  /** In the order missing, overridden, met, not needed. */
  readonly checks: readonly CheckOfGate[];
}

const order = ['missing', 'overridden', 'met', 'not_needed'] as const;

/**
 * Returns one gate at a moment on the clock of the case's home. A check that is not needed or met is never overridden,
 * and an override counts only for what was missing then: the next objection needs another.
 */
export function gateOf(
  gate: Gate,
  facts: GateFacts,
  at: Moment,
  receiver: Receiver = receiverOf(facts.method),
): GateOfCase {
  const overrides = entriesOf(facts.entries, 'override').filter((one) => one.gate === gate);
  const known = knownAt(facts, at);
  const found = checksOf(gate, facts.method, receiver).map((check): CheckOfGate => {
    const finding = checkers[check](known, { gate, at, receiver });
    const override =
      finding.state === 'missing'
        ? overrides.findLast((one) => one.check === check && (one.missing ?? finding.text) === finding.text)
        : undefined;
    return {
      check,
      title: labelOfCheck(check, gate),
      ...finding,
      state: override ? 'overridden' : finding.state,
      override: override
        ? {
            reason: override.reason,
            by_name: override.by_name,
            second_id: override.second_id,
            second_name: override.second_name,
            confirmed_at: override.confirmed_at ?? null,
            at: override.recorded_at,
          }
        : null,
    };
  });
  const count = (...states: CheckOfGate['state'][]): number =>
    found.filter(({ state }) => states.includes(state)).length;
  return {
    gate,
    title: gateLabels[gate],
    is_at_plan: at === facts.planned,
    done: count('met', 'overridden'),
    of: found.length - count('not_needed'),
    checks: found.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
  };
}

/** Returns the moment of a time that was recorded as YYYY-MM-DDTHH:MM. */
export const momentOf = (at: string): Moment => ({ day: at.slice(0, 10), time: at.slice(11) });

const stepAt = (gate: Gate, { entries }: GateFacts) =>
  entriesOf(entries, 'step').findLast(({ step }) => gateOfStep[step] === gate);

/**
 * Returns the moment at which a gate without a recorded step is judged: the last gate of a case at its planned moment
 * while that is still to come, because a wait or a permit counts for then; else now.
 */
export const judgedAt = (gate: Gate, { method, planned }: GateFacts, now: Moment): Moment => {
  const clock = ({ day, time = '00:00' }: Moment): string => `${day}T${time}`;
  return planned && gate === lastGateOf(method) && clock(planned) > clock(now) ? planned : now;
};

/**
 * Returns the gates of a case at a moment on the clock of its home. Reads no clock. The gate of a recorded step stays
 * judged at its time and in the list, also if the method changed since.
 */
export const gatesOf = (facts: GateFacts, now: Moment): GateOfCase[] => {
  const asked = gatesOfMethod(facts.method);
  return gates
    .filter((gate) => asked.includes(gate) || stepAt(gate, facts))
    .map((gate) => {
      const step = stepAt(gate, facts);
      return step
        ? gateOf(gate, facts, momentOf(step.at), step.receiver)
        : gateOf(gate, facts, judgedAt(gate, facts, now));
    });
};

/** Returns the checks that keep a step from being recorded. */
export const missingOf = ({ checks }: GateOfCase): CheckOfGate[] => checks.filter(({ state }) => state === 'missing');

/**
 * Returns what a list shows of a case: the missing checks of its last gate, as gatesOf judges it, and its planned
 * moment; undefined for one that is over, has no method or no day.
 */
export function redGateOf(facts: GateFacts, now: Moment): { gate: Gate; at: Moment; missing: number } | undefined {
  const gate = lastGateOf(facts.method);
  const { planned: at } = facts;
  if (!gate || !at || facts.deadlines.status === 'cancelled' || facts.deadlines.status === 'completed')
    return undefined;
  if (stepAt(gate, facts)) return undefined;
  return { gate, at, missing: missingOf(gateOf(gate, facts, judgedAt(gate, facts, now))).length };
}
