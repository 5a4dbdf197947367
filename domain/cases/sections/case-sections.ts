import type { ValuesOf } from '#domain/shared/forms/wire.ts';
import { deceasedFields, demographicsFields } from './deceased-and-demographics.ts';
import { burialFeesFields, financialFields, servicesFeesFields } from './financial-and-fees.ts';
import { familyFields, informantFields } from './informant-and-family.ts';
import { deathCertificateFields, medicalFields } from './medical-and-certificate.ts';
import {
  authorizationFields,
  disclosuresAgreementFields,
  innerOfficeFields,
  notesFields,
} from './office-and-agreement.ts';
import {
  type CaseField,
  type CaseSectionFields,
  type CaseSectionId,
  sectionDefinitions,
} from './section-definitions.ts';
import { cemeteryFields, serviceFields } from './service-and-cemetery.ts';
import { obituaryFields, veteranFields } from './veteran-and-obituary.ts';

export type { CaseSectionId } from './section-definitions.ts';

/** D2 and D3 §3. Permits, shown in Compliance, are separate records. */
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

export type SectionField<Id extends CaseSectionId = CaseSectionId> = (typeof caseFields)[Id][number];

export type CaseSectionValues = { [Id in CaseSectionId]?: ValuesOf<SectionField<Id>> };

export const caseSections = sectionDefinitions.map((head) => ({ ...head, fields: fieldsOfSection(head.id) }));

/** Returns the fields of a section in display order. */
export function fieldsOfSection(id: CaseSectionId): CaseSectionFields {
  return caseFields[id];
}

/** The section whose value the flat view uses for a name that several sections have. */
const homes: Readonly<Record<string, CaseSectionId>> = {
  signed_by: 'innerOffice',
  signature_date: 'innerOffice',
  personal_effects_description: 'innerOffice',
  ssa_notification_date: 'deathCertificate',
  medical_examiner_case: 'medical',
  cause_of_death_pending: 'medical',
};

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

export const flatFields: readonly SectionField[] = sectionDefinitions.flatMap(({ id }) =>
  caseFields[id].filter((field: CaseField) => (homes[field.name] ?? id) === id),
);

/** Returns the field of a name or 'section.name'; undefined for unknown names. */
export function findCaseField(name: string): CaseField | undefined {
  const [id, inner] = name.split('.');
  const section = inner === undefined ? undefined : caseSections.find((candidate) => candidate.id === id);
  return section ? section.fields.find((field) => field.name === inner) : flatNames.get(name)?.field;
}
