import type { Moment } from '#domain/deadlines/rule-builders.ts';
import { checkers, type Finding } from './gate-checks.ts';
import { entriesOf } from './gate-entries.ts';
import type { GateFacts } from './gate-facts.ts';
import {
  type Check,
  checkLabels,
  checksOf,
  type Gate,
  gateLabels,
  gateOfStep,
  gatesOfMethod,
  lastGateOf,
} from './gate-names.ts';

export interface CheckOfGate extends Omit<Finding, 'state'> {
  readonly check: Check;
  readonly title: string;
  readonly state: Finding['state'] | 'overridden';
  readonly override: {
    readonly reason: string;
    readonly by_name: string | null;
    readonly second_name: string;
    readonly at: string;
  } | null;
}

export interface GateOfCase {
  readonly gate: Gate;
  readonly title: string;
  /** Met and overridden checks, of all that are needed. */
  readonly done: number;
  readonly of: number;
  /** In the order missing, overridden, met, not needed. */
  readonly checks: readonly CheckOfGate[];
}

const order = ['missing', 'overridden', 'met', 'not_needed'] as const;

/** Returns one gate at a moment on the clock of the case's home: a check that is not needed or met is never overridden. */
export function gateOf(gate: Gate, facts: GateFacts, at: Moment): GateOfCase {
  const overrides = entriesOf(facts.entries, 'override').filter((one) => one.gate === gate);
  const found = checksOf(gate, facts.method).map((check): CheckOfGate => {
    const finding = checkers[check](facts, { gate, at });
    const override = finding.state === 'missing' ? overrides.find((one) => one.check === check) : undefined;
    return {
      ...{ check, title: checkLabels[check], ...finding, state: override ? 'overridden' : finding.state },
      override: override
        ? {
            ...{ reason: override.reason, by_name: override.by_name },
            ...{ second_name: override.second_name, at: override.recorded_at },
          }
        : null,
    };
  });
  const count = (...states: CheckOfGate['state'][]): number =>
    found.filter(({ state }) => states.includes(state)).length;
  return {
    ...{ gate, title: gateLabels[gate], done: count('met', 'overridden'), of: found.length - count('not_needed') },
    checks: found.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
  };
}

/** Returns the gates of a case at a moment on the clock of its home. Reads no clock. */
export const gatesOf = (facts: GateFacts, at: Moment): GateOfCase[] =>
  gatesOfMethod(facts.method).map((gate) => gateOf(gate, facts, at));

/** Returns the checks that keep a step from being recorded. */
export const missingOf = ({ checks }: GateOfCase): CheckOfGate[] => checks.filter(({ state }) => state === 'missing');

/**
 * Returns what a list shows of a case: the missing checks of its last gate at the planned moment; undefined for one
 * that is over, has no method or no day.
 */
export function redGateOf(facts: GateFacts): { gate: Gate; at: Moment; missing: number } | undefined {
  const gate = lastGateOf(facts.method);
  const { planned: at } = facts;
  if (!gate || !at || facts.deadlines.status === 'cancelled' || facts.deadlines.status === 'completed')
    return undefined;
  if (entriesOf(facts.entries, 'step').some(({ step }) => gateOfStep[step] === gate)) return undefined;
  return { gate, at, missing: missingOf(gateOf(gate, facts, at)).length };
}
