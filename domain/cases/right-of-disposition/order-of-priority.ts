import { generalPriority, type PriorityStep, priorityRules } from './priority-rules.ts';

export interface Relative {
  readonly name: string;
  readonly relationship: string;
}

interface RankedStep extends PriorityStep {
  readonly people: readonly string[];
}

export interface RightOfDisposition {
  /** Code of the state with the rule; '' for the general rule. */
  readonly state: string;
  readonly source: (typeof generalPriority)['source'];
  readonly steps: readonly RankedStep[];
  /** The first step with a relative; undefined if all are empty. */
  readonly first: RankedStep | undefined;
  readonly others: readonly string[];
}

/** Returns who may decide by the law of the state of death; knows no written appointment or estrangement. */
export function rightOfDisposition(state: string, family: readonly Relative[]): RightOfDisposition {
  const own = priorityRules[state];
  const { steps, source } = own ?? generalPriority;
  const ranked = steps.map((step) => ({
    ...step,
    people: family.filter(({ relationship }) => step.relationships.includes(relationship)).map(({ name }) => name),
  }));
  const known = new Set(steps.flatMap(({ relationships }) => relationships));
  return {
    state: own ? state : '',
    source,
    steps: ranked,
    first: ranked.find(({ people }) => people.length > 0),
    others: family.filter(({ relationship }) => !known.has(relationship)).map(({ name }) => name),
  };
}
