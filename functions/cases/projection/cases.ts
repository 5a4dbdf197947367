import { caseDuplicateKeys, personOfCase } from '#domain/cases/case-duplicate-keys.ts';
import { sectionText } from '#domain/cases/case-row.ts';
import { caseSearchTokens } from '#domain/cases/case-search.ts';
import { caseFacts } from '#functions/cases/repository/case-facts.ts';
import { caseLinkSchema } from '#functions/cases/repository/case-link.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { caseLink, caseRow, casesList, sectionPrefix, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import { deadlineItems } from '#functions/deadlines/repository/deadline-rows.ts';
import { familyPageItems } from '#functions/families/repository/family-pages.ts';
import { boundedTokens } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';

export const caseProjection: Projection = {
  list: casesList,
  kind: 'CASE',
  main: 'CASE',
  parts: [sectionPrefix, 'PART#'],
  copies: ['FACT', 'LINK', 'DEADLINE', 'FAMILYVIEW'],
  project: (keys, id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const sections = sectionValuesOf(parts);
    const row = caseRow(core, sections);
    const words = caseSearchTokens({
      case_number: core.case_number,
      deceased: row.deceased_full_name,
      alias: sectionText(sections.deceased, 'alias'),
      informant: row.informant_name,
      phones: [row.informant_phone],
    });
    const facts = caseFacts(keys, core, sections, parts);
    return {
      row,
      order: core.created_at,
      tokens: boundedTokens(words.found),
      tested: words.tested,
      shared: caseDuplicateKeys(personOfCase(sections)),
      addends: facts.addends,
      copies: [
        ...facts.copies,
        ...Object.entries(core.customers).map(([customerId, relations]) =>
          caseLinkSchema.item(keys.customerLink(customerId, id), caseLink(core, sections, relations)),
        ),
        ...deadlineItems(keys, core, sections, parts),
        ...familyPageItems(core, sections, parts),
      ],
    };
  },
};
