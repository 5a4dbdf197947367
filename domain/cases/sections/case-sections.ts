import type { ValuesOf } from '#domain/shared/forms/wire.ts';
import { authorizationFields, notesFields } from './authorization-and-notes.ts';
import { cemeteryFields } from './cemetery.ts';
import { deathCertificateFields } from './death-certificate.ts';
import { deceasedFields } from './deceased.ts';
import { demographicsFields } from './demographics.ts';
import { familyFields } from './family.ts';
import { burialFeesFields, servicesFeesFields } from './fees.ts';
import { medicalFields } from './medical.ts';
import { type CaseSectionId, sectionDefinitions } from './section-definitions.ts';
import { financialFields, serviceFields } from './service-and-financial.ts';
import {
  type CaseField,
  type CaseSectionFields,
  disclosuresAgreementFields,
  informantFields,
  innerOfficeFields,
  obituaryFields,
  veteranFields,
} from './short-sections.ts';

export type { CaseSectionId } from './section-definitions.ts';

/** The fields of each section (D2 and D3 §3); permits, which Compliance shows, are records of their own. */
export const caseFields = {
  deceased: deceasedFields,
  service: serviceFields,
  informant: informantFields,
  family: familyFields,
  demographics: demographicsFields,
  medical: medicalFields,
  deathCertificate: deathCertificateFields,
  veteran: veteranFields,
  obituary: obituaryFields,
  cemetery: cemeteryFields,
  compliance: [],
  authorization: authorizationFields,
  financial: financialFields,
  burialFees: burialFeesFields,
  servicesFees: servicesFeesFields,
  disclosuresAgreement: disclosuresAgreementFields,
  innerOffice: innerOfficeFields,
  notes: notesFields,
} as const satisfies Record<CaseSectionId, CaseSectionFields>;

/** A field of a section with what is told of it. */
export type SectionField<Id extends CaseSectionId = CaseSectionId> = (typeof caseFields)[Id][number];

/** The kept values of a case by section, as its field data types them. */
export type CaseSectionValues = { [Id in CaseSectionId]?: ValuesOf<SectionField<Id>> };

/** The sections of the case form in their order (D2 §2). */
export const caseSections = sectionDefinitions.map((head) => ({ ...head, fields: fieldsOfSection(head.id) }));

/** The fields of a section, in the order they are shown. */
export function fieldsOfSection(id: CaseSectionId): CaseSectionFields {
  return caseFields[id];
}

/**
 * The section to which a name belongs that several sections have: the flat view of a case shows and takes the value of
 * this one. Each section keeps a value of its own.
 */
const homes: Readonly<Record<string, CaseSectionId>> = {
  signed_by: 'innerOffice',
  signature_date: 'innerOffice',
  personal_effects_description: 'innerOffice',
  ssa_notification_date: 'deathCertificate',
  medical_examiner_case: 'medical',
  cause_of_death_pending: 'medical',
};

/** Where a name of the flat view stands: its section and field. Second names stand where the first do. */
export const flatNames: ReadonlyMap<string, { readonly section: CaseSectionId; readonly field: CaseField }> = new Map(
  caseSections.flatMap(({ id, fields }) =>
    fields
      .filter(({ name }) => (homes[name] ?? id) === id)
      .flatMap((field) =>
        [field.name, ...(field.alsoNamed ? [field.alsoNamed] : [])].map(
          (name) => [name, { section: id, field }] as const,
        ),
      ),
  ),
);

/** The fields of the flat view: of each name the one in its home section. */
export const flatFields: readonly SectionField[] = sectionDefinitions.flatMap(({ id }) =>
  caseFields[id].filter((field: CaseField) => (homes[field.name] ?? id) === id),
);

/** The field of a name, or of 'section.name', in whichever section holds it; undefined for names no section shows. */
export function findCaseField(name: string): CaseField | undefined {
  const [id, inner] = name.split('.');
  const section = inner === undefined ? undefined : caseSections.find((candidate) => candidate.id === id);
  return section ? section.fields.find((field) => field.name === inner) : flatNames.get(name)?.field;
}
