import { caseRules } from '#domain/cases/case-validation.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { SectionDue } from '#domain/cases/open-items.ts';
import { informantAlternatives, missingForNextStep, sectionBadge, sectionGaps } from '#domain/cases/present-case.ts';
import { type CaseSectionId, caseSections, flatNames } from '#domain/cases/sections/case-sections.ts';
import { descriptionOf, isSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { isAnswered } from '#domain/shared/forms/field.ts';
import { isShown } from '#domain/shared/forms/rules.ts';
import type { RailSection } from '../ui/page/section-rail.tsx';
import type { SectionSummary } from './parts/section-saves.ts';
import { sectionValuesOf, surroundingsOf } from './parts/section-values.ts';

/** Headings of the navigation by their first section; sections keep their documented order (D2 §2). */
const headings: Readonly<Partial<Record<CaseSectionId, string>>> = {
  deceased: 'Person and service',
  medical: 'Medical and death certificate',
  obituary: 'Burial and documents',
  financial: 'Money',
  innerOffice: 'Office',
};

export type Summaries = Readonly<Record<CaseSectionId, SectionSummary>>;

/** Defaults of the form do not count as progress. */
const isKnown = (value: unknown): boolean => value !== 'unknown';

/** Returns the progress of each section and its gaps, for its own rules and the next status. */
export const summariesOf = (caseRecord: Case, today: string, canEdit: (section: string) => boolean): Summaries => {
  const values = sectionValuesOf(caseRecord);
  const context = { today, stage: caseRecord.status };
  const next = missingForNextStep(values, caseRecord.status);
  const entries = caseSections.map((section): [CaseSectionId, SectionSummary] => {
    const { id, fields } = section;
    const own = values[id] ?? {};
    const around = { ...surroundingsOf(section, caseRecord, today).values({}), ...own };
    const applying = fields.filter(
      (field) => !field.readOnly && field.kind !== 'reference' && isShown(caseRules, field, around, context),
    );
    const gaps = canEdit(id) ? sectionGaps(id, values, context) : [];
    const missingFields = new Set(gaps.map(({ field }) => field));
    const isAlreadyMissing = (field: string) =>
      missingFields.has(field) || (missingFields.has('informant') && informantAlternatives.has(field));
    const further = next.filter(({ section: at, field }) => at === id && !isAlreadyMissing(field));
    return [
      id,
      {
        badge: sectionBadge(id, values, context, !canEdit(id)),
        done: applying.filter((field) => isKnown(own[field.name]) && isAnswered(field, own[field.name])).length,
        of: applying.length,
        gaps: [
          ...gaps,
          ...further.map(
            (gap) => ({ ...gap, before: caseRecord.status === 'draft' ? 'active' : 'completed' }) as const,
          ),
        ],
      },
    ];
  });
  return Object.fromEntries(entries) as Record<CaseSectionId, SectionSummary>;
};

/** The Statement has a link in every view: a director looks for it in a case whose fees are hidden. */
const alwaysLinked: CaseSectionId = 'servicesFees';

export const railSections = (
  summaries: Summaries,
  shows: (id: CaseSectionId) => boolean,
  due: ReadonlyMap<CaseSectionId, SectionDue> = new Map(),
): RailSection[] => {
  let group = '';
  return caseSections.flatMap(({ id, title }) => {
    group = headings[id] ?? group;
    const { done, of, gaps } = summaries[id];
    const missing = gaps.filter(({ before }) => !before).length;
    if (!shows(id) && id !== alwaysLinked) return [];
    return { id, title, subtitle: descriptionOf(id), group, done, of, missing, due: due.get(id)?.text };
  });
};

/** The section with the field: a section may require another's field. */
export const sectionOfField = ({ section, field }: Pick<MissingField, 'section' | 'field'>): CaseSectionId => {
  const named = caseSections.find(({ id }) => id === section);
  if (named?.fields.some(({ name }) => name === field)) return named.id;
  return flatNames.get(field)?.section ?? (isSectionId(section) ? section : 'deceased');
};
