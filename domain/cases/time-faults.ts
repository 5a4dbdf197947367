import type { FieldError, Values } from '#domain/shared/forms/rules.ts';
import { clockErrors, deathTimeErrors, type HomeClock, type Moments } from '#domain/shared/values/home-clock.ts';

/** The times of day of a case, on the clocks of its home. */
export const timesOfCase: Moments = {
  time_of_death: 'date_of_death',
  time_of_birth: 'date_of_birth',
  service_time: 'service_date',
  estimated_arrival_time: 'service_date',
  cremation_time: 'cremation_date',
  disposition_time: 'disposition_date',
  follow_up_letter_sent: null,
  follow_up_call_made: null,
  first_call_received_at: null,
  removal_expected_at: null,
  intake_consent_at: null,
  witness_signature_date: null,
};

/** What is wrong with the times of day of a case. */
export function* caseTimeErrors(values: Values, clock: HomeClock): Generator<FieldError> {
  yield* clockErrors(values, timesOfCase, clock);
  yield* deathTimeErrors(values, { state: 'state_of_death', country: 'country_of_death' }, clock);
}
