import {
  type CustomerFields,
  changedCustomer,
  fieldsFromElsewhere,
  toCustomerFields,
} from '#domain/customers/customer.schema.ts';
import { invalidState, isUsState } from '#domain/values/us-state.ts';
import type { ColumnName, CustomerColumn } from './column-names.ts';
import { createdFaults, importedDay, placeOf, type ReadLine, shownValues } from './line-values.ts';

const blank = toCustomerFields({});

interface ReadingRules {
  /** The latest day that it can be. */
  today: string;
  /** Whether the home works with DC and the territories (D2 §5). */
  territories: boolean;
}

/**
 * What a line says, and why it cannot be kept. A first and a last name are asked for; everything else may be missing, as
 * it often is in what is brought along, and is judged by the rules of the screens where it stands there (D1 §5); but
 * names of one letter and addresses abroad are taken.
 */
export const readCustomerLine = (
  columns: readonly ColumnName[],
  given: readonly string[],
  rules: ReadingRules,
): ReadLine => {
  const { values, faults } = shownValues(columns, given);
  const entered = Object.fromEntries(columns.map((field, at) => [field, (values[at] ?? '').trim()]));
  const { created_at: created = '', ...said } = entered as Partial<Record<CustomerColumn, string>>;
  const { postal_code, notes, ...place } = placeOf(said.state ?? '', said.zip_code ?? '');
  const change = { ...said, ...place };
  for (const [field, label] of [
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
  ] as const)
    if (!change[field]) faults.push(`${label} is required`);
  const { fields, faults: ofFields } = changedCustomer(blank, change, fieldsFromElsewhere);
  faults.push(...Object.values(ofFields).flat());
  if (fields.state && !ofFields.state && !isUsState(fields.state) && !rules.territories) faults.push(invalidState);
  const day = created ? importedDay(created) : undefined;
  if (created) faults.push(...createdFaults(day, rules.today));
  const filled = Object.entries({ ...fields, zip_code: fields.zip_code || postal_code, created_at: day }).filter(
    ([, value]) => value,
  );
  return { fields: Object.fromEntries(filled), faults: [...new Set(faults)], notes, values };
};

/** The fields of a customer, as a record holds them, of what was read of a line. */
export const customerFieldsOf = ({ created_at: _day, ...fields }: ReadLine['fields']): CustomerFields => ({
  ...blank,
  ...fields,
});
