import type { Case } from '#domain/cases/case-wire.schema.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { nextOfKinFields } from '#domain/cases/sections/informant.ts';
import { type KnownAddress, knownAddresses } from '#domain/shared/forms/known-addresses.ts';
import { nameOfKin } from '../parts/kin-entries.ts';

/** The addresses of a case: those of its next of kin by their names, and those of its sections. */
export const addressesOfCase = (caseRecord: Pick<Case, 'sections'>): KnownAddress[] => [
  ...nextOfKins(caseRecord.sections.informant?.values ?? {}).flatMap((nextOfKin) =>
    knownAddresses(nextOfKinFields, nextOfKin, nameOfKin(nextOfKin)),
  ),
  ...caseSections.flatMap(({ id, fields }) => knownAddresses(fields, caseRecord.sections[id]?.values ?? {})),
];
