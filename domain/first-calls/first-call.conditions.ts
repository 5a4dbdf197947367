import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { Condition, Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { HomeClock } from '#domain/shared/values/home-clock.ts';
import { isOneLetterName } from '#domain/shared/values/person-name.ts';
import type { FirstCallStatus } from './first-call.status.ts';

/** What the rules of a first-call sheet read besides its values. */
export interface FirstCallContext {
  readonly today: CalendarDate;
  /** A draft may have gaps; everything else is judged as a whole sheet. */
  readonly stage: FirstCallStatus;
  /** The clocks of the home that was called, which times of day are judged by; without them days alone are. */
  readonly clock?: HomeClock | undefined;
}

/** When fields of a first-call sheet appear and when they must be filled (D2 §5). */
export const firstCallConditions = {
  isVeteran: (values) => isYes(values.is_veteran),
  kinNameIsOneLetter: ({ first_name, last_name }) => isOneLetterName(first_name) || isOneLetterName(last_name),
  deceasedNameIsOneLetter: ({ deceased_first_name, deceased_last_name }) =>
    isOneLetterName(deceased_first_name) || isOneLetterName(deceased_last_name),
  deathInUs: (values) => {
    const country = values.death_country ?? '';
    return typeof country === 'string' && isUnitedStates(country);
  },
  /** A contact person, or a first next of kin with a name, must be there (D2 §5). */
  nobodyToSpeakTo: (values) => !isNamed(firstOf(values.next_of_kins)),
} satisfies Record<string, Condition<FirstCallContext>>;

export type FirstCallCondition = keyof typeof firstCallConditions;

function firstOf(list: unknown): Values | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function isNamed(person: Values | undefined): boolean {
  return person !== undefined && !(isBlank(person.first_name) && isBlank(person.last_name));
}
