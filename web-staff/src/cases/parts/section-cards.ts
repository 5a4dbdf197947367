import type { CaseField } from '#domain/cases/sections/case-section.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { isAnswered } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import type { CaseSection } from './section-values.ts';

/** Fields of a section that are read and edited together. */
export interface SectionCard {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly CaseField[];
}

/** What the fields without a heading of their own are about. */
const titles: Partial<Record<CaseSectionId, string>> = {
  deceased: 'Name and dates',
  informant: 'Informant',
  demographics: 'Person',
  medical: 'Physician and cause of death',
};

/**
 * The cards of a section: its fields by their headings, in the form's order. Fields under the same heading stand in one
 * card; the next of kin have cards of their own.
 */
export const cardsOf = (section: CaseSection): SectionCard[] => {
  const cards = new Map<string, CaseField[]>();
  for (const field of section.fields) {
    if (field.kind === 'entries' || (field.kind === 'reference' && field.of === 'customer')) continue;
    const title = field.group ?? titles[section.id] ?? 'Details';
    // The heading stands over the card.
    const { group: _, ...bare } = field;
    cards.set(title, [...(cards.get(title) ?? []), bare]);
  }
  return [...cards].map(([title, fields]) => ({ id: `${section.id}.${title}`, title, fields }));
};

/** Whether a card has anything to say or to ask for now: a burial has no crematory. */
export const isCardShown = ({ fields }: SectionCard, shown: ReadonlySet<string>, values: Values): boolean =>
  fields.some((field) => shown.has(field.name) || isAnswered(field, values[field.name]));
