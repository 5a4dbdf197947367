import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { ssnEdit } from '#domain/shared/values/ssn.ts';
import { isYes } from '../field.ts';
import { fieldBuilders, figureBuilders } from '../field-builders.ts';
import type { FormRules } from '../rules.ts';

const conditions = {
  isRented: (values) => values.ownership === 'rented',
  hasPet: (values) => isYes(values.pet),
  petIsLarge: (values) => (parseNumber(values.pet_weight) ?? 0) > 20,
} satisfies FormRules<string, ExampleContext>['conditions'];

type ExampleCondition = keyof typeof conditions;

export interface ExampleContext {
  readonly stage: 'wish' | 'contract';
}

const form = { ...fieldBuilders<ExampleCondition>(), ...figureBuilders<ExampleCondition>() };
const place = placeFieldBuilders<ExampleCondition>();
const option = (value: string) => ({ value, label: value.toUpperCase() });

const lodgerFields = [
  form.name('name', 'Name', { requiredIf: true }),
  form.phone('phone', 'Phone number', { alsoNamed: 'telephone' }),
  place.zip('zip', { country: 'country' }),
  place.country('country'),
] as const;

export const exampleFields = [
  form.name('tenant', 'Tenant', { requiredIf: true, requiredAt: { contract: true } }),
  form.select('ownership', 'Ownership', [option('rented'), option('owned')], { requiredIf: true }),
  form.money('rent', 'Rent', { showIf: 'isRented', requiredIf: 'isRented', requiredAt: { contract: 'isRented' } }),
  form.percent('deposit', 'Deposit'),
  form.integer('rooms', 'Rooms', { max: 20, invalid: 'Must be a number of rooms' }, { alsoNamed: 'room_count' }),
  form.radio('pet', 'Pet', [option('yes'), option('no')], { yesNo: true }),
  form.integer('pet_weight', 'Weight of the pet', { max: 200, invalid: 'Must be pounds' }, { showIf: 'hasPet' }),
  form.line('pet_permit', 'Permit of the pet', { showIf: 'petIsLarge', requiredIf: 'petIsLarge' }),
  form.checkbox('garage', 'Garage'),
  form.multiselect('rooms_wanted', 'Rooms wanted', [option('attic'), option('cellar')]),
  form.text('remarks', 'Remarks', { maxLength: 50 }),
  form.phone('phone', 'Phone number'),
  form.email('email', 'Email'),
  form.date('since', 'Since'),
  form.time('viewing', 'Viewing'),
  form.datetime('signed_at', 'Signed at'),
  form.ssn('ssn', 'SSN', ssnEdit),
  place.state('state'),
  place.zip('zip', { country: 'country' }),
  place.country('country'),
  form.entries('lodgers', 'Lodgers', lodgerFields),
  form.reference('agent', 'Agent', { of: 'agent', invalid: 'Invalid agent selection' }),
] as const;

export const exampleRules: FormRules<ExampleCondition, ExampleContext> = {
  conditions,
  stageOf: ({ stage }) => stage,
  *crossFieldErrors({ rent, since }) {
    if (rent === '0.00') yield ['rent', 'Nothing is free'];
    if (since === '1999-12-31') yield ['since', 'Since must be in this century'];
  },
};

export const wish: ExampleContext = { stage: 'wish' };
export const contract: ExampleContext = { stage: 'contract' };
