import { describe, expect, it } from 'vitest';
import { faultsOf } from '#domain/forms/faults.ts';
import type { Values } from '#domain/forms/rules.ts';
import type { CaseContext, CaseStage } from './case-conditions.ts';
import { caseRules, valuesSeenBy } from './case-rules.ts';
import { sectionGaps } from './completeness.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';
import { documentedMessages, documentedToday } from './testing/documented-messages.ts';

/** The messages of a section's fields among these values of any sections. */
const messages = (id: CaseSectionId, values: Values, stage: CaseStage) => {
  const context: CaseContext = { today: documentedToday, stage };
  const sections = Object.fromEntries(
    (['deceased', 'service', 'demographics', 'veteran', id] as const).map((section) => [section, values]),
  );
  return Object.values(faultsOf(caseRules, fieldsOfSection(id), valuesSeenBy(id, sections), context)).flat();
};

describe('the messages of D2 §5', () => {
  it.each(documentedMessages)('%s (%s)', (message, section, values, stage = 'draft') => {
    expect(messages(section, values, stage)).toContain(message);
  });

  it('Select existing customer or enter informant name and address', () => {
    const [, gap] = sectionGaps('informant', {}, { today: documentedToday, stage: 'submit' });
    expect(gap?.message).toBe('Select existing customer or enter informant name and address');
  });
});
