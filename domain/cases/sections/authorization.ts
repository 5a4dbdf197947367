import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { type CaseSectionFields, form } from './case-section.ts';

const half = { width: 'half' } as const;

/** Authorization (D3 §3) with the consent given on the public form and its instant. */
export const authorizationFields = [
  form.checkbox('intake_consent', 'Agreed to the terms of the public form', half),
  form.datetime('intake_consent_at', 'Agreed at', half),
  form.line('witness_name', 'Witness', half),
  form.datetime('witness_signature_date', 'Witness signed at', half),
  form.line('verbal_authorization_from', 'Verbal authorization from', half),
  form.select('verbal_authorization_relationship', 'Relationship', knownRelationships, {
    ...half,
    schema: singleLineText('Relationship', 100),
  }),
] as const satisfies CaseSectionFields;
