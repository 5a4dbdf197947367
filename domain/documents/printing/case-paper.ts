import { deceasedName } from '#domain/cases/case-row.ts';
import { sectionsWithoutEmbeddedDraft } from '#domain/cases/draft-data.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { type CaseCore, type StoredSections, sectionsWithCoreValues } from '#domain/cases/sections-with-core.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { answerSections } from './answers.ts';
import { type HomeOnPaper, letterheadOf } from './letterhead.ts';
import { nonBlankValues, type Paper, type PaperPart, paperFileName } from './paper.ts';

/** Permits are records of their own, which the section of compliance shows. */
const permitParts = (permits: readonly Values[]): PaperPart[] =>
  permits.flatMap((permit): PaperPart[] => {
    const { permit_name: name, ...rest } = permit;
    return [{ kind: 'subheading', text: String(name) }, ...answerSections(permitFields, rest)];
  });

/**
 * A case as a printed file: every answer that it holds, section by section, its permits among them, and no Social
 * Security number.
 */
export const casePaper = (
  core: CaseCore,
  stored: StoredSections,
  home: HomeOnPaper,
  permits: readonly Values[] = [],
): Paper => {
  const values = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const name = deceasedName(values.deceased);
  return {
    title: name || `Case ${core.case_number}`,
    letterhead: letterheadOf(home),
    asOf: core.updated_at,
    footer: `${home.name} · Case ${core.case_number} · Confidential`,
    parts: [
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Case number', value: core.case_number },
          { label: 'Status', value: `${core.status.charAt(0).toUpperCase()}${core.status.slice(1)}` },
          { label: 'Location', value: home.name },
        ]),
      },
      ...caseSections.flatMap(({ id, title, fields }) => {
        const answers = id === 'compliance' ? permitParts(permits) : answerSections(fields, values[id] ?? {});
        return answers.length ? [{ kind: 'heading' as const, text: title }, ...answers] : [];
      }),
    ],
  };
};

export const casePaperFileName = (caseNumber: string): string => paperFileName('case', caseNumber);
