import type { Values } from '#domain/shared/forms/rules.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import type { CaseRow } from './case.schema.ts';
import type { SectionValues } from './case-rules.ts';
import { isCaseComplete } from './completeness.ts';
import { missingForNextStep } from './missing-fields.ts';
import { contactOfInformant } from './primary-contact.ts';
import type { CaseCore } from './sections-with-core.ts';

/** The text fields of a section that are filled in, as one line. */
export const sectionText = (values: Values | undefined, ...fields: string[]): string =>
  fields
    .map((field) => values?.[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');

/** The deceased's name as one line. */
export const deceasedName = (deceased: Values | undefined): string =>
  sectionText(deceased, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');

/** Digits of the informant's phone, or of who reported; '' where none is known. */
const informantPhone = (informant: Values = {}): string =>
  [contactOfInformant(informant).phone, informant.submitter_phone]
    .map((phone) => sectionText({ phone }, 'phone'))
    .find(Boolean) ?? '';

/** What of a case's core its row is made of. */
export type CaseRowCore = Pick<
  CaseCore,
  'id' | 'case_number' | 'status' | 'created_at' | 'created_by_name' | 'funeral_home_id'
>;

/**
 * What the list shows of a case, but for the name of its home. `sections` are its values by section as they are known
 * (`knownSections`), with what the core keeps of them. The list's projection and the browser, which shows somebody's own
 * change before the list knows it, make the same row.
 */
export const caseRow = (core: CaseRowCore, sections: SectionValues): Omit<CaseRow, 'funeral_home_name'> => ({
  id: core.id,
  case_number: core.case_number,
  status: core.status,
  created_at: core.created_at,
  deceased_full_name: deceasedName(sections.deceased),
  date_of_birth: sectionText(sections.deceased, 'date_of_birth'),
  date_of_death: sectionText(sections.deceased, 'date_of_death'),
  service_type: sectionText(sections.service, 'service_type'),
  service_date: sectionText(sections.service, 'service_date'),
  service_time: sectionText(sections.service, 'service_time'),
  service_location: sectionText(sections.service, 'service_location'),
  informant_name: sectionText(sections.informant, 'informant_name'),
  informant_phone: informantPhone(sections.informant),
  created_by_name: core.created_by_name ?? '',
  is_complete: isCaseComplete(sections),
  missing_count: missingForNextStep(sections, core.status).length,
  total_paid: sectionText(sections.financial, 'total_paid') || toDecimal(0),
  funeral_home_id: core.funeral_home_id,
});
