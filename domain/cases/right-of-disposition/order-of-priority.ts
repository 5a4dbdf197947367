import { generalPriority, type PriorityStep, priorityRules } from './priority-rules.ts';

/** Somebody of the family, by what they are to the deceased. */
export interface Relative {
  readonly name: string;
  readonly relationship: string;
}

interface RankedStep extends PriorityStep {
  /** Those of the case who stand on it. */
  readonly people: readonly string[];
}

export interface RightOfDisposition {
  /** Code of the state whose rule it is; '' for the general one. */
  readonly state: string;
  readonly source: (typeof generalPriority)['source'];
  readonly steps: readonly RankedStep[];
  /** The first step on which somebody of the case stands; undefined where nobody does. */
  readonly first: RankedStep | undefined;
  /** Those of the case who stand on no step. */
  readonly others: readonly string[];
}

/**
 * Who of a family may decide about the disposition, in the order of the state where the death is registered. Who was named
 * in writing, was estranged or cannot be reached is not known to it: it helps to ask, and decides nothing.
 */
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
