import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type CaseSectionId, caseSections } from '#domain/cases/sections/case-sections.ts';
import { isAnswered } from '#domain/forms/field.ts';
import type { RailSection } from '../../ui/section-rail.tsx';

/** The headings of the rail; the sections keep their documented order (D2 §2). */
const groups: Readonly<Record<CaseSectionId, string>> = {
  deceased: 'Person and service',
  service: 'Person and service',
  informant: 'Person and service',
  family: 'Person and service',
  demographics: 'Person and service',
  medical: 'Medical and certificate',
  deathCertificate: 'Medical and certificate',
  veteran: 'Medical and certificate',
  obituary: 'Burial and papers',
  cemetery: 'Burial and papers',
  compliance: 'Burial and papers',
  authorization: 'Burial and papers',
  financial: 'Money',
  burialFees: 'Money',
  servicesFees: 'Money',
  disclosuresAgreement: 'Money',
  innerOffice: 'Office',
  notes: 'Office',
};

/** The sections of a case as a rail shows them: how many of their fields hold something. */
export const railSections = (kase: Case): RailSection[] =>
  caseSections.map(({ id, title, fields }) => {
    const values: Readonly<Record<string, unknown>> = kase.sections[id]?.values ?? {};
    const done = fields.filter((field) => isAnswered(field, values[field.name])).length;
    return { id, title, group: groups[id], done, of: fields.length };
  });
