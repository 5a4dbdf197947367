import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { requiredMessageOf } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { confirmation } from '#domain/shared/values/password.ts';
import { personName } from '#domain/shared/values/person-name.ts';
import type { CaseContext, CaseStage } from './case-conditions.ts';
import { caseMessages } from './case-lifecycle.ts';
import { caseRules, valuesVisibleToSection } from './case-validation.ts';
import { sectionGaps } from './present-case.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';
import { documentedMessages, documentedToday } from './testing/documented-messages.ts';

/** The messages of a section's fields among these values of any sections. */
const messages = (id: CaseSectionId, values: Values, stage: CaseStage) => {
  const context: CaseContext = { today: documentedToday, stage };
  const sections = Object.fromEntries(
    (['deceased', 'service', 'demographics', 'veteran', id] as const).map((section) => [section, values]),
  );
  return Object.values(
    validateFields(caseRules, fieldsOfSection(id), valuesVisibleToSection(id, sections), context),
  ).flat();
};

/** What a schema says of a text. */
const issuesOf = (schema: z.ZodType, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);
/** What the informant's section says that it lacks, beside the relationship. */
const lacking = (informant: Values) =>
  sectionGaps('informant', { informant }, { today: documentedToday, stage: 'submit' }).at(-1)?.message;

describe('the messages of D2 §5', () => {
  it.each(documentedMessages)('%s (%s)', (message, section, values, stage = 'draft') => {
    expect(messages(section, values, stage)).toContain(message);
  });

  const invalidName = 'Name can only contain letters, spaces, hyphens, apostrophes, and periods';
  /** Those of no field of a case alone: what anybody's name, contact or password is told, and what a card asks for. */
  const elsewhere: [message: string, said: unknown][] = [
    [invalidName, issuesOf(personName(), 'A1')],
    ['Name must be at least 2 characters long', issuesOf(personName(), 'A')],
    ['Phone number is required', requiredMessageOf({ label: 'Phone number' })],
    ['Email is required', requiredMessageOf({ label: 'Email' })],
    ['Passwords do not match', confirmation('Harbor-2026', 'Harbor-2025')],
    ['Please confirm your password', confirmation('Harbor-2026', '')],
    ['Invalid customer selection. Please select a valid customer from the dropdown.', caseMessages.invalidCustomer],
    ['Marital status is required', sectionGaps('family', {}, { today: documentedToday, stage: 'active' })[0]?.message],
    [
      'New Customer (Last name, Street, City, State, ZIP code, Phone number, Email)',
      lacking({ customer_first_name: 'Ann' }),
    ],
    ['Select existing customer or enter informant name and address', lacking({})],
  ];
  it.each(elsewhere)('%s', (message, said) => expect([said].flat()).toContain(message));
});
