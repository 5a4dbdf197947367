import type { CaseCondition } from '#domain/cases/case-conditions.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';

export type CaseField = FormField<string, CaseCondition>;

export type CaseSectionFields = readonly CaseField[];

export const form = { ...fieldBuilders<CaseCondition>(), ...figureBuilders<CaseCondition>() };

export const place = placeFieldBuilders<CaseCondition>();

/** D2 §4 and §5. */
export const requiredToSubmit = { submit: true, active: true, completed: true } as const;
export const requiredWhenActive = { active: true, completed: true } as const;
export const requiredWhenCompleted = { completed: true } as const;

/** D2 §2. */
export type SectionRequirement = 'required' | 'required_when_active' | 'optional';

interface SectionHead {
  readonly id: string;
  readonly title: string;
  /** A description where the title is not enough (D3 §2). */
  readonly description?: string;
  readonly requirement: SectionRequirement;
  /** No view can hide it (D2 §9). */
  readonly essential?: true;
  /** The essential view shows it only for a burial (D2 §2). */
  readonly forBurials?: true;
}

/** The sections of the case form in display order, without their fields (D2 §2). */
export const sectionDefinitions = [
  { id: 'deceased', title: 'Deceased Information', requirement: 'required', essential: true },
  { id: 'service', title: 'Service Information', requirement: 'required', essential: true },
  { id: 'informant', title: 'Informant/Next of Kin', requirement: 'required', essential: true },
  { id: 'family', title: 'Family Information', requirement: 'required_when_active' },
  { id: 'demographics', title: 'Demographics', requirement: 'optional' },
  { id: 'medical', title: 'Medical & Death Information', requirement: 'optional' },
  { id: 'deathCertificate', title: 'Death Certificate Tracking', requirement: 'optional' },
  { id: 'veteran', title: 'Veteran Information', requirement: 'optional' },
  { id: 'obituary', title: 'Obituary Information', requirement: 'optional' },
  { id: 'cemetery', title: 'Cemetery & Burial Information', requirement: 'optional', forBurials: true },
  { id: 'compliance', title: 'Compliance & Permits', requirement: 'optional' },
  { id: 'authorization', title: 'Authorization', requirement: 'optional' },
  { id: 'financial', title: 'Financial Information', requirement: 'optional', essential: true },
  { id: 'burialFees', title: 'Burial Fees', requirement: 'optional' },
  {
    id: 'servicesFees',
    title: 'Services & Merchandise Fees',
    description: 'Statement of Funeral Goods and Services',
    requirement: 'optional',
  },
  {
    id: 'disclosuresAgreement',
    title: 'Disclosures & Agreement',
    description: 'Legal disclosures, payment terms, and signature requirements',
    requirement: 'optional',
  },
  { id: 'innerOffice', title: 'Inner Office Records', requirement: 'optional' },
  { id: 'notes', title: 'Notes & Additional Info', requirement: 'optional', essential: true },
] as const satisfies readonly SectionHead[];

export type CaseSectionId = (typeof sectionDefinitions)[number]['id'];

/** D2 §9. */
export const essentialSections: readonly CaseSectionId[] = sectionDefinitions
  .filter((head: SectionHead) => head.essential)
  .map(({ id }) => id);

/** Returns the description of a section, where its title is not enough (D3 §2). */
export function descriptionOf(id: CaseSectionId): string | undefined {
  const head: SectionHead | undefined = sectionDefinitions.find((sectionDefinition) => sectionDefinition.id === id);
  return head?.description;
}

export function isSectionId(text: string): text is CaseSectionId {
  return sectionDefinitions.some(({ id }) => id === text);
}

/** Returns whether the essential view shows a section: the cemetery only for burials (D2 §2). */
export function isSectionShown(id: CaseSectionId, isBurial: boolean): boolean {
  const { forBurials }: SectionHead = sectionDefinitions.find((head) => head.id === id) ?? sectionDefinitions[0];
  return !forBurials || isBurial;
}
