import type { DeadlineKind } from './deadline-kinds.ts';
import type { Clock, ClockStart, DeadlineRule, RuleSource } from './deadline-rule.ts';

const reviewed = '2026-11-28';
export const primarySource = (text: string): RuleSource => ({ text, reliability: 'primary', reviewed });
export const secondarySource = (text: string): RuleSource => ({ text, reliability: 'secondary', reviewed });
export const unverifiedSource = (text: string): RuleSource => ({ text, reliability: 'own', reviewed });
/** The source of a rule of the product, which holds where no law is known. */
export const house: RuleSource = { text: 'The product’s own rule', reliability: 'house', reviewed };

export const hours = (from: ClockStart, amount: number): Clock => ({ from, amount, unit: 'hours' });
export const days = (from: ClockStart, amount: number): Clock => ({ from, amount, unit: 'days' });
/** By the day of disposition. */
const byDisposition = days('disposition', 0);

export const rule = (kind: DeadlineKind, clock: Clock, why: string, source: RuleSource): DeadlineRule => ({
  ...{ kind, clock, why, source },
});
/** So many hours after death a state allows no cremation, 48 unless stated. */
export const cremationWait = (state: string, source: RuleSource, wait = 48): DeadlineRule =>
  rule(
    'cremation_wait',
    hours('death', wait),
    `${state} allows no cremation before ${wait} hours after death.`,
    source,
  );
export const permitRequiredBeforeDisposition = (why: string, source: RuleSource): DeadlineRule =>
  rule('permit', byDisposition, why, source);
