import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { type CaseSectionFields, form } from './short-sections.ts';

/** Room for twenty questions of a managed form with the longest answers. */
const extraAnswersLimit = 15_000;

/** Notes & Additional Info (D2 and D3 §3). */
export const notesFields = [
  form.text('special_requests', 'Family’s special requests'),
  form.text('extra_answers', 'Answers to custom questions', { maxLength: extraAnswersLimit }),
  form.text('family_notes', 'Family notes', {
    help: 'For what is agreed with the family. Not shown on the family’s page.',
  }),
  form.text('director_notes', 'Director notes', { help: 'Internal only.' }),
  form.text('personal_effects_description', 'Personal effects'),
  form.text('additional_information', 'Additional information'),
  form.text('cancellation_reason', 'Cancellation reason', { readOnly: true }),
] as const satisfies CaseSectionFields;

const half = { width: 'half' } as const;

/** Authorization (D3 §3). */
export const authorizationFields = [
  form.checkbox('intake_consent', 'Agreed to public form terms', half),
  form.datetime('intake_consent_at', 'Agreed at', half),
  form.line('witness_name', 'Witness', half),
  form.datetime('witness_signature_date', 'Witness signed at', half),
  form.line('verbal_authorization_from', 'Verbal authorization from', half),
  form.select('verbal_authorization_relationship', 'Relationship', knownRelationships, {
    ...half,
    schema: singleLineText('Relationship', 100),
  }),
] as const satisfies CaseSectionFields;
