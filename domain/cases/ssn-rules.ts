import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { FieldError, Values } from '#domain/shared/forms/rules.ts';

const ssnRecorded = 'A Social Security Number is recorded';
const ssnFollows = 'The Social Security Number cannot both follow and never have been issued';

/** Somebody who never had a Social Security Number has none, and none is awaited (ADR 0046). */
export function* ssnErrors(values: Values): Generator<FieldError> {
  if (!isYes(values.ssn_never_issued)) return;
  if (!isBlank(values.social_security_number)) yield ['ssn_never_issued', ssnRecorded];
  if (isYes(values.ssn_to_follow)) yield ['ssn_never_issued', ssnFollows];
}
