import { primarySource, productSource, type RuleSource, secondarySource } from '#domain/deadlines/rule-builders.ts';

/** A rule of a state about custody. It binds the home, so the home's state counts. */
export interface CustodyRule {
  /** A sentence for staff and inspectors. */
  readonly asks: string;
  /** Giver and receiver sign when a crematory receives the body. */
  readonly bothSign: boolean;
  /** Retention of the record; undefined if the source names no time. */
  readonly keptYears?: number;
  readonly source: RuleSource;
}

const rules: Readonly<Record<string, CustodyRule>> = {
  CO: {
    asks: 'The remains are tracked from custody to disposition, and giver and receiver sign a receipt at the crematory.',
    bothSign: true,
    keptYears: 5,
    source: primarySource('C.R.S. 12-135-113, 12-135-305 and 12-135-308'),
  },
  GA: {
    asks: 'A record states the date, place and time at which each body was received.',
    bothSign: false,
    source: primarySource('Ga. Comp. R. 511-1-3-.36'),
  },
  IL: {
    asks: 'Each body is uniquely identified, and a record shows the chain of custody.',
    bothSign: false,
    source: secondarySource('Illinois SB 2643 (103rd General Assembly), in force since 9 August 2024'),
  },
  NH: {
    asks: 'A crematory receives a permit and gives a delivery receipt.',
    bothSign: false,
    keptYears: 7,
    source: primarySource('N.H. Revised Statutes 325-A:18 and 325-A:22'),
  },
};

const general: CustodyRule = {
  asks: 'No rule of this state on custody is known here. Each change of custody is recorded with both names.',
  bothSign: false,
  source: productSource,
};

/** Returns the rule of a state; `state` is '' if none is known and the product's own applies. */
export const custodyRuleOf = (state: string): { rule: CustodyRule; state: string } => {
  const own = rules[state];
  return own ? { rule: own, state } : { rule: general, state: '' };
};
