import type { Page } from '@playwright/test';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { callAs } from './staff-actions.ts';

/** Values that must fit together or have a format of their own. */
const fixed: Record<string, unknown> = {
  ...{ date_of_birth: '1940-02-03', military_service_start_date: '1960-02-03' },
  ...{ military_service_end_date: '1964-02-03', is_veteran: true, marital_status: 'married' },
  ...{ service_type: 'traditional', urn_ordered: undefined, weight: '170', stillborn: false },
  ...{ social_security_number: '987-65-4320', ssn_never_issued: undefined, sales_tax_rate: '6.5' },
  ...{ cemetery_address: undefined, obituary_photo_url: 'https://pictures.example/one.jpg' },
  ...{ first_call_staff_license: 'FD-0142' },
  // A line must name an item of the home's price list, or none.
  ...{ price_list: undefined, price_list_version: undefined, price_list_item: undefined },
};

const byKind: Partial<Record<FormField['kind'], unknown>> = {
  ...{ date: '2026-03-01', time: '10:30', datetime: '2026-03-01T10:30', checkbox: true, money: '125.00', integer: 4 },
  ...{ percent: 1.5, phone: '9045550142', email: 'ann@example.com', zip: '32084', country: 'USA', state: 'FL' },
};

const sampleOf = ({ name, kind, options, yesNo, entry, maxLength }: FormField): unknown => {
  if (name in fixed) return fixed[name];
  // Only for names of one letter.
  if (name.endsWith('whole_name')) return undefined;
  if (yesNo) return true;
  if (kind === 'reference') return undefined;
  if (kind === 'entries') return [Object.fromEntries((entry ?? []).map((field) => [field.name, sampleOf(field)]))];
  if (kind in byKind) return byKind[kind];
  if (kind === 'multiselect') return options?.slice(0, 2).map(({ value }) => value);
  if (options) return options[0]?.value;
  if (kind === 'textarea') return 'Some words that somebody wrote down about it. '.repeat(4).trim();
  return maxLength === 1 ? 'J' : 'Ann Marie';
};

/** Conditions that a traditional burial of an adult does not meet. */
const hidden = [...['isCremation', 'dispositionHasDay'], ...['diedWithinADay', 'mayBeStillborn', 'isStillborn']];

export const addFullCase = (page: Page): Promise<{ id: string }> => {
  const fields = caseSections.flatMap((section) => section.fields);
  const shown = fields.filter(({ readOnly, showIf = '' }) => !readOnly && !hidden.includes(showIf));
  const values = Object.fromEntries(shown.map((field) => [field.name, sampleOf(field)]));
  return callAs(page, 'POST', '/api/services/cases/', values);
};
