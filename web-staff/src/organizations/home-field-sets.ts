import { FuneralHomeChange } from '#domain/organizations/funeral-home.schema.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { homeDetailFields, homeMoneyFields, homeSettingFields } from './homes/home-fields.ts';

const form = fieldBuilders<never>();
const { shape } = FuneralHomeChange;
const named = (name: string): FormField[] =>
  [...homeDetailFields, ...homeSettingFields].filter((field) => field.name === name);

export const publicPageFields: readonly FormField[] = [
  form.line('slug', 'Public address', { maxLength: 60, schema: shape.slug }),
  form.line('logo_url', 'Logo', { schema: shape.logo_url }),
  ...named('condolence_message'),
  ...named('emergency_phone').map((field) => ({ ...field, width: undefined })),
];

const onThePublicPage = new Set(publicPageFields.map(({ name }) => name));

/** All states, because the audit log also shows those that a form may not offer. */
export const detailFields: readonly FormField[] = [
  ...homeDetailFields,
  ...homeMoneyFields,
  ...homeSettingFields.map((field) => ({ ...field, group: 'Submissions and forms' })),
]
  .filter(({ name }) => !onThePublicPage.has(name))
  .map((field) => (field.kind === 'state' ? { ...field, options: jurisdictionOptions } : field));
