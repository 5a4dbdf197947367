import { authorizationFields } from './authorization.ts';
import type { CaseField, CaseSectionFields, SectionRequirement } from './case-section.ts';
import { cemeteryFields } from './cemetery.ts';
import { deathCertificateFields } from './death-certificate.ts';
import { deceasedFields } from './deceased.ts';
import { demographicsFields } from './demographics.ts';
import { familyFields } from './family.ts';
import { financialFields } from './financial.ts';
import { informantFields } from './informant.ts';
import { innerOfficeFields } from './inner-office.ts';
import { medicalFields } from './medical.ts';
import { notesFields } from './notes.ts';
import { serviceFields } from './service.ts';
import { veteranFields } from './veteran.ts';

export interface CaseSection<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  readonly requirement: SectionRequirement;
  readonly fields: CaseSectionFields;
}

/** The sections of the case form in their order (D2 §2); those without fields here have screens of their own. */
export const caseSections = [
  section('deceased', 'Deceased Information', 'required', deceasedFields),
  section('service', 'Service Information', 'required', serviceFields),
  section('informant', 'Informant/Next of Kin', 'required', informantFields),
  section('family', 'Family Information', 'required_when_active', familyFields),
  section('demographics', 'Demographics', 'optional', demographicsFields),
  section('medical', 'Medical & Death Information', 'optional', medicalFields),
  section('deathCertificate', 'Death Certificate Tracking', 'optional', deathCertificateFields),
  section('veteran', 'Veteran Information', 'optional', veteranFields),
  section('obituary', 'Obituary Information', 'optional', []),
  section('cemetery', 'Cemetery & Burial Information', 'optional', cemeteryFields),
  section('compliance', 'Compliance & Permits', 'optional', []),
  section('authorization', 'Authorization', 'optional', authorizationFields),
  section('financial', 'Financial Information', 'optional', financialFields),
  section('burialFees', 'Burial Fees', 'optional', []),
  section('servicesFees', 'Services & Merchandise Fees', 'optional', []),
  section('disclosuresAgreement', 'Disclosures & Agreement', 'optional', []),
  section('innerOffice', 'Inner Office Records', 'optional', innerOfficeFields),
  section('notes', 'Notes & Additional Info', 'optional', notesFields),
] as const;

export type CaseSectionId = (typeof caseSections)[number]['id'];

/** The field of a name in whichever section holds it; undefined for names no section shows. */
export function findCaseField(name: string): CaseField | undefined {
  return byName.get(name);
}

const byName = new Map<string, CaseField>(
  caseSections.flatMap(({ fields }) => fields.map((field) => [field.name, field] as const)),
);

function section<const Id extends string>(
  id: Id,
  title: string,
  requirement: SectionRequirement,
  fields: CaseSectionFields,
): CaseSection<Id> {
  return { id, title, requirement, fields };
}
