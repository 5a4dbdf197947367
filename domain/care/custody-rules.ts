import { primarySource, productSource, secondarySource } from '#domain/deadlines/rule-builders.ts';
import type { CustodyRule } from './care.schema.ts';

const rules: Readonly<Record<string, Omit<CustodyRule, 'state'>>> = {
  CO: {
    asks: 'The remains are tracked from custody to disposition, and giver and receiver sign a receipt at the crematory.',
    both_sign: true,
    kept_years: 5,
    source: primarySource('C.R.S. 12-135-113, 12-135-305 and 12-135-308'),
  },
  GA: {
    asks: 'A record states the date, place and time at which each body was received.',
    both_sign: false,
    kept_years: null,
    source: primarySource('Ga. Comp. R. 511-1-3-.36'),
  },
  IL: {
    asks: 'Each body is uniquely identified, and a record shows the chain of custody.',
    both_sign: false,
    kept_years: null,
    source: secondarySource('Illinois SB 2643 (103rd General Assembly), in force since 9 August 2024'),
  },
  NH: {
    asks: 'A crematory receives a permit and gives a delivery receipt.',
    both_sign: false,
    kept_years: 7,
    source: primarySource('N.H. Revised Statutes 325-A:18 and 325-A:22'),
  },
};

const general: CustodyRule = {
  state: '',
  asks: 'No rule of this state on custody is known here. Each change of custody is recorded with both names.',
  both_sign: false,
  kept_years: null,
  source: productSource,
};

/** Returns the rule of a state, or the product's own if none is known. */
export const custodyRuleOf = (state: string): CustodyRule => {
  const own = rules[state];
  return own ? { state, ...own } : general;
};
