import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FieldErrors, FormRules, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { clockErrors, type HomeClock, localDateTime } from '#domain/shared/values/date-time.ts';
import { answers, identifications } from './gate-entries.ts';
import { checkLabels, checks, receiverLabels, receivers, stepLabels, steps } from './gate-names.ts';

export const gateMessages = {
  ahead: 'The time cannot be in the future',
  beforeDeath: 'The time cannot be before the date of death',
  beforeTimeOfDeath: 'The time cannot be before the time of death',
  notAMember: 'Choose a team member',
  mayNotOverride: 'Choose a director or an administrator',
  notSecondPerson: 'Only the second person of this override can confirm it',
  twoPeople: 'Choose someone else: an override needs two people',
  notMissing: 'This check is not missing',
  notOfGate: 'This gate has no such check',
  notMet: (count: number) => (count === 1 ? '1 check is missing' : `${count} checks are missing`),
  inCustody: (step: string) => `Record it in Care, where the chain of custody is kept: ${step.toLowerCase()}`,
  stillAt: (place: string) => `By the chain of custody they are still at ${place}: record the release first`,
  alreadySettled: 'This objection is settled already',
  notOnCase: 'Choose a person of the case',
  tooMany: 'A case can have at most 200 entries',
} as const;

/** The time of an entry is judged on the clock of the case's home. */
interface GateContext {
  readonly clock: HomeClock;
  /** The date of death, if known, with 'T' and its time. */
  readonly died?: string | undefined;
}

export type GateCondition = 'needsNote' | 'isSigned' | 'isRelease';

export const gateRules: FormRules<GateCondition, GateContext> = {
  conditions: {
    needsNote: ({ answer }) => answer !== 'signed',
    isSigned: ({ answer }) => answer === 'signed',
    isRelease: ({ step }) => step === 'released',
  },
  *crossFieldErrors(values, { clock, died }) {
    const at = typeof values.happened_at === 'string' ? values.happened_at : '';
    if (at > localDateTime(clock.timeZone, clock.now)) yield ['happened_at', gateMessages.ahead];
    if (died && at && at.slice(0, 10) < died.slice(0, 10)) yield ['happened_at', gateMessages.beforeDeath];
    else if (died && at && values.step && at.slice(0, died.length) < died)
      yield ['happened_at', gateMessages.beforeTimeOfDeath];
    yield* clockErrors(values, { happened_at: null }, clock);
  },
};

/** Returns when a person died, as the context of an entry needs it. */
export const diedAt = (deceased: Values = {}): string =>
  [stringAt(deceased, 'date_of_death'), stringAt(deceased, 'time_of_death')].filter(Boolean).join('T');

type Fields = readonly FormField<string, GateCondition>[];
const form = { ...fieldBuilders<GateCondition>(), ...figureBuilders<GateCondition>() };
const half = { width: 'half' } as const;
const needed = { requiredIf: true } as const;
const happenedAt = form.datetime('happened_at', 'Date and time', { ...half, ...needed });
const options = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const identificationFields = [
  form.line('identified_by', 'Identified by', { ...half, ...needed, maxLength: 100 }),
  form.line('relationship', 'Relationship', { ...half, maxLength: 100 }),
  form.select('how', 'How', identifications, { ...half, ...needed }),
  happenedAt,
  form.text('note', 'Note', { maxLength: 500 }),
] as const satisfies Fields;

export const objectionFields = [
  form.line('raised_by', 'Raised by', { ...half, ...needed, maxLength: 100 }),
  happenedAt,
  form.text('text', 'Objection', { ...needed, maxLength: 500 }),
] as const satisfies Fields;

export const settlementFields = [
  form.text('text', 'How it was settled', { ...needed, maxLength: 500 }),
] as const satisfies Fields;

export const answerFields = [
  form.line('person', 'Person', { ...half, ...needed, maxLength: 302 }),
  form.select('answer', 'Answer', answers, { ...half, ...needed }),
  form.text('note', 'Note', { requiredIf: 'needsNote', maxLength: 500 }),
  form.line('name_on_paper', 'Name of the deceased on the paper', { showIf: 'isSigned', requiredIf: 'isSigned' }),
] as const satisfies Fields;

export const gateOverrideFields = [
  form.select('check', 'Check', options(checks, checkLabels), needed),
  form.text('reason', 'Reason', { ...needed, maxLength: 500 }),
  form.reference('second_person', 'Second person', { of: 'profile', invalid: gateMessages.notAMember }, needed),
  form.datetime('happened_at', 'For a step that happened at', half),
] as const satisfies Fields;

export const stepFields = [
  form.select('step', 'Step', options(steps, stepLabels), { ...half, ...needed }),
  form.select('receiver', 'Received by', options(receivers, receiverLabels), {
    showIf: 'isRelease',
    requiredIf: 'isRelease',
  }),
  happenedAt,
  form.line('place', 'Place', { ...needed, maxLength: 200 }),
  form.text('note', 'Note', { maxLength: 500 }),
] as const satisfies Fields;

/** Returns every error of an entry by field. */
export const gateEntryErrors = (fields: Fields, values: Values, context: GateContext): FieldErrors =>
  validateFields(gateRules, fields, values, context);

/** Returns an entry's values, '' for blank ones. */
export const cleanGateEntry = <const List extends Fields>(
  fields: List,
  values: Values,
): Record<List[number]['name'], string> => {
  const kept = canonicalizeFields(fields, values);
  return Object.fromEntries(fields.map(({ name }) => [name, String(kept[name] ?? '')])) as Record<
    List[number]['name'],
    string
  >;
};
