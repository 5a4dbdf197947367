import type { DeadlineKind } from './deadline-kinds.ts';

/** Where a clock starts. */
export type ClockStart =
  | 'death'
  /** The certificate was delivered to the certifier. */
  | 'delivered'
  /** The certificate was delivered to the county. */
  | 'delivered_to_county'
  /** The day of burial or cremation. */
  | 'disposition'
  | 'cremation'
  /** An amendment of the certificate was asked for. */
  | 'amendment_asked';

/** How long it runs. Hours run through changes of the clocks; days, business days and months end with the day. */
export interface Clock {
  readonly from: ClockStart;
  readonly amount: number;
  readonly unit: 'hours' | 'days' | 'business_days' | 'months';
  /** Where it ends on a day on which offices are closed, it ends on the next business day. */
  readonly rolls?: true;
  /** It ends with the day of disposition at the latest. */
  readonly beforeDisposition?: true;
}

/**
 * Where a rule was read: in the text of the law, in a summary of it, or nowhere yet (`own`, to be checked). `house` marks
 * the product's own rule, which no law asks for. None is legal advice.
 */
export const reliabilities = ['primary', 'secondary', 'own', 'house'] as const;
type Reliability = (typeof reliabilities)[number];

export interface RuleSource {
  readonly text: string;
  readonly reliability: Reliability;
  /** When the rule was last looked at. */
  readonly reviewed: string;
}

export interface DeadlineRule {
  readonly kind: DeadlineKind;
  readonly clock: Clock;
  /** Why, in a sentence that people read. */
  readonly why: string;
  /** It concerns cremations alone. */
  readonly cremationOnly?: true;
  /** Names of the papers that alone meet a duty of a permit, where any permit for disposition does not. */
  readonly metBy?: RegExp;
  readonly source: RuleSource;
}
