import { primarySource, type RuleSource, secondarySource } from '#domain/deadlines/rule-builders.ts';

/** One step of an order; it decides when all steps above are empty. */
interface PriorityStep {
  readonly who: string;
  readonly relationships: readonly string[];
  /** How several relatives on one step decide, where the rule says so. */
  readonly several?: string;
}

export interface PriorityRule {
  readonly steps: readonly PriorityStep[];
  readonly source: RuleSource;
}

const designated: PriorityStep = {
  who: 'A person the deceased named in writing',
  relationships: ['power_of_attorney'],
};
const spouse: PriorityStep = { who: 'The surviving spouse', relationships: ['spouse'] };
const children = (several?: string): PriorityStep => ({
  who: 'An adult child',
  relationships: ['son', 'daughter', 'child'],
  ...(several ? { several } : {}),
});
const parents: PriorityStep = { who: 'A parent', relationships: ['parent'] };
const siblings = (several?: string): PriorityStep => ({
  who: 'An adult sibling',
  relationships: ['sibling'],
  ...(several ? { several } : {}),
});
const grandchildren: PriorityStep = { who: 'An adult grandchild', relationships: ['grandchild'] };
const grandparents: PriorityStep = { who: 'A grandparent', relationships: ['grandparent'] };
const guardian: PriorityStep = { who: 'The guardian at the time of death', relationships: ['guardian'] };
const executor: PriorityStep = {
  who: 'The executor or administrator of the estate',
  relationships: ['executor', 'legal_representative'],
};
const nextDegree: PriorityStep = {
  who: 'Another adult relative in the next degree of kinship',
  relationships: ['aunt_uncle', 'niece_nephew', 'cousin', 'other_family'],
};
const friend: PriorityStep = { who: 'A close friend or relative who acts for the deceased', relationships: ['friend'] };
const majority = 'A majority of those who can be reached must agree.';
const nearestByMajority = [designated, spouse, children(majority), parents, siblings(majority)];

/** From general knowledge of the statutes, not compared with their text; no legal advice. */
const unverified = (text: string): RuleSource => ({ text, reliability: 'own', reviewed: '2026-11-23' });

const military: PriorityStep = {
  who: 'A person named on DD Form 93, for a death on active duty',
  relationships: [],
};

export const priorityRules: Readonly<Record<string, PriorityRule>> = {
  FL: {
    steps: [
      designated,
      spouse,
      children(),
      parents,
      siblings(),
      grandchildren,
      grandparents,
      nextDegree,
      guardian,
      executor,
      friend,
    ],
    source: unverified('Florida Statutes 497.005, “legally authorized person”'),
  },
  TX: {
    steps: [designated, spouse, children(), parents, siblings(), executor, nextDegree],
    source: unverified('Texas Health and Safety Code 711.002'),
  },
  CA: {
    steps: [...nearestByMajority, { ...nextDegree, several: majority }, guardian],
    source: primarySource('California Health and Safety Code 7100'),
  },
  IL: {
    steps: [...nearestByMajority, nextDegree, executor],
    source: secondarySource(
      'Illinois, 755 ILCS 65/5; an executor with instructions in the will comes before the spouse',
    ),
  },
  NY: {
    steps: [designated, spouse, children(), parents, siblings(), guardian, grandchildren, nextDegree, executor, friend],
    source: unverified('New York Public Health Law 4201; a domestic partner ranks with the spouse'),
  },
  GA: {
    steps: [...nearestByMajority, grandparents, guardian, executor, nextDegree],
    source: unverified('Official Code of Georgia 31-21-7'),
  },
  IN: {
    steps: [military, ...nearestByMajority, nextDegree],
    source: unverified('Indiana Code 29-2-19-17; a spouse does not decide while a divorce is pending'),
  },
  MI: {
    steps: [
      designated,
      spouse,
      children(majority),
      grandchildren,
      parents,
      grandparents,
      siblings(majority),
      nextDegree,
    ],
    source: unverified('Michigan Compiled Laws 700.3206'),
  },
  MO: {
    steps: [...nearestByMajority, nextDegree],
    source: unverified('Missouri Revised Statutes 194.119, the right of sepulcher'),
  },
  PA: {
    steps: [spouse, children(), parents, siblings(), grandchildren, nextDegree],
    source: unverified('Pennsylvania, 20 Pa.C.S. 305; an estranged spouse is excluded'),
  },
};

/** For states without a rule: the order that most states share. */
export const generalPriority: PriorityRule = {
  steps: [designated, spouse, children(), parents, siblings(), grandchildren, grandparents, nextDegree, executor],
  source: unverified('The order most states use. Check state law before anyone signs.'),
};

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
