import type { DeadlineRule } from './deadline-rule.ts';
import { days, hours, house, rule, secondarySource } from './rule-builders.ts';

/** What holds where no rule of a state is known: the documented clocks (D2 §5, D3 §4), and federal law. */
export const generalRules: readonly DeadlineRule[] = [
  rule('certifier', days('delivered', 5), '5 days after delivery to the doctor.', house),
  rule('filing', days('delivered_to_county', 5), '5 days after delivery to the county.', house),
  rule(
    'fetal_death_report',
    days('death', 5),
    'A stillbirth is reported as a fetal death. The 5 days are the product’s own rule. States differ: ask the registrar.',
    house,
  ),
  rule(
    'pending_cause',
    days('death', 30),
    'The cause of death is pending. Ask the certifier for it within 30 days of death.',
    house,
  ),
  rule(
    'amendment',
    days('amendment_asked', 10),
    'An amendment is needed. Send it to the registrar within 10 days.',
    house,
  ),
  rule('cremation_wait', hours('death', 24), 'Cremation must be at least 24 hours after death.', house),
  rule(
    'va_claim',
    { from: 'disposition', amount: 24, unit: 'months', rolls: true },
    'A claim for a non-service-connected burial allowance is made within 2 years of burial or cremation; without limit where the death was service-connected.',
    secondarySource('VA Form 21P-530EZ; 38 CFR 3.1703, and 3.110 where the last day is no workday'),
  ),
];
