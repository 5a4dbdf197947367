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

const messages = (id: CaseSectionId, values: Values, stage: CaseStage) => {
  const context: CaseContext = { today: documentedToday, stage };
  const sections = Object.fromEntries(
    (['deceased', 'service', 'demographics', 'veteran', id] as const).map((section) => [section, values]),
  );
  return Object.values(
    validateFields(caseRules, fieldsOfSection(id), valuesVisibleToSection(id, sections), context),
  ).flat();
};

const issuesOf = (schema: z.ZodType, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);
/** Messages about the informant next to the relationship. */
const lacking = (informant: Values) =>
  sectionGaps('informant', { informant }, { today: documentedToday, stage: 'submit' }).at(-1)?.message;

describe('messages of D2 §5', () => {
  it.each(documentedMessages)('shows %s (%s)', (message, section, values, stage = 'draft') => {
    expect(messages(section, values, stage)).toContain(message);
  });

  const invalidName = 'Name can only contain letters, spaces, hyphens, apostrophes, and periods';
  /** Messages that are not about a case only: names, contact, password, cards. */
  const elsewhere: [message: string, shown: unknown][] = [
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
  it.each(elsewhere)('shows %s', (message, shown) => expect([shown].flat()).toContain(message));
});
