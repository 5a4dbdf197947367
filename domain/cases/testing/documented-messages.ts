import type { Values } from '#domain/shared/forms/rules.ts';
import type { CaseStage } from '../case-conditions.ts';
import type { CaseSectionId } from '../sections/case-sections.ts';

/** A message, its section, and the values that cause it; the default stage is a draft. */
type DocumentedMessage = [message: string, section: CaseSectionId, values: Values, stage?: CaseStage];

export const documentedToday = '2026-03-10';

const died = { date_of_birth: '1940-02-03', date_of_death: '2026-03-01' };
const cremated = { service_type: 'cremation' };
const soldier = { is_veteran: true };
const contact = { customer_first_name: 'Ann' };

/** Every message of D2 §5 about fields of a case. */
export const documentedMessages: DocumentedMessage[] = [
  ['First name is required', 'deceased', {}, 'submit'],
  ['Last name is required', 'deceased', {}, 'submit'],
  ['Date of birth is required', 'deceased', {}, 'submit'],
  ['Date of death is required', 'deceased', {}, 'submit'],
  ['Gender is required', 'deceased', {}, 'submit'],
  ['Service date is required', 'service', {}, 'submit'],
  ['Service type is required', 'service', {}, 'submit'],
  ['Service location is required', 'service', {}, 'submit'],
  ['Relationship is required', 'informant', {}, 'submit'],
  ['Informant name is required (or select an existing customer)', 'informant', {}, 'submit'],
  ['Informant address is required (or select an existing customer)', 'informant', {}, 'submit'],
  ['Contact first name is required', 'informant', { customer_last_name: 'Lee' }],
  ['Contact last name is required', 'informant', contact],
  ['Contact street is required', 'informant', contact],
  ['Contact city is required', 'informant', contact],
  ['Contact state is required', 'informant', contact],
  ['Contact ZIP code is required', 'informant', contact],
  ['Date of birth is not a valid date', 'deceased', { date_of_birth: '2026-02-30' }],
  ['Phone number must be 10 digits', 'deceased', { death_location_phone: '123' }],
  ['Invalid country code', 'deceased', { death_location_phone: '29045550100' }],
  ['Please enter a valid email address', 'informant', { customer_email: 'x' }],
  ['Email address is too long', 'informant', { customer_email: `${'x'.repeat(250)}@example.com` }],
  ['ZIP code must be in format 12345 or 12345-6789', 'deceased', { zip_of_death: '123' }],
  ['Social Security Number must be 9 digits', 'deceased', { social_security_number: '123' }],
  ['Social Security Number must be 9 digits', 'deceased', {}, 'completed'],
  ['Date of birth cannot be in the future', 'deceased', { date_of_birth: '2026-03-11' }],
  ['Date of birth cannot be before 1850', 'deceased', { date_of_birth: '1849-12-31' }],
  ['Date of death cannot be in the future', 'deceased', { date_of_death: '2026-03-11' }],
  ['Date of death cannot be before 1850', 'deceased', { date_of_death: '1849-12-31' }],
  [
    'Date of death must be on or after date of birth',
    'deceased',
    { date_of_birth: '2000-01-02', date_of_death: '2000-01-01' },
  ],
  ['Please select a valid US state', 'deceased', { state_of_death: 'XX' }],
  ['Time must be in HH:MM format', 'service', { service_time: '24:00' }],
  [
    'First name can only contain letters, spaces, hyphens, apostrophes, and periods',
    'deceased',
    { deceased_first_name: 'A1' },
  ],
  ['First name must be at least 2 characters long', 'deceased', { deceased_first_name: 'A' }],
  ['Please enter a valid address', 'deceased', { death_address_street: 'x' }],
  ['Address must be 100 characters or less', 'deceased', { death_address_street: 'x'.repeat(101) }],
  ['Invalid customer selection', 'informant', { informant: 'x' }],
  ["Spouse's first name is required", 'family', { marital_status: 'married' }, 'active'],
  ["Spouse's last name is required", 'family', { marital_status: 'married' }, 'active'],
  ['County must be 100 characters or less', 'deceased', { county_of_death: 'x'.repeat(101) }],
  ['Cause of death must be 1000 characters or less', 'medical', { cause_of_death: 'x'.repeat(1001) }],
  ['Custom urn number is required', 'medical', { ...cremated, urn_type: 'custom' }],
  ['Urn order date is required', 'medical', { ...cremated, urn_ordered: true }],
  ['Completed by doctor on is required', 'deathCertificate', { dc_doctor_completed: true }],
  ['Completed by county on is required', 'deathCertificate', { dc_county_completed: true }],
  ['Copy type is required', 'deathCertificate', { dc_copies_ordered: 2 }],
  ['Amendment notes is required', 'deathCertificate', { dc_amendment_needed: true }],
  ['Marital status is required for completed cases', 'demographics', {}, 'completed'],
  ['Please select a valid manner of death', 'medical', { manner_of_death: 'x' }],
  [
    'Cremation date seems too far in the future (max 90 days). Please verify.',
    'medical',
    { ...cremated, cremation_date: '2026-06-09' },
  ],
  [
    'Cremation must be at least 24 hours after death (regulatory requirement)',
    'medical',
    { ...cremated, ...died, cremation_date: '2026-03-01' },
  ],
  [
    'Cremation date cannot be more than 1 year after death',
    'medical',
    { ...cremated, ...died, date_of_death: '2025-01-01', cremation_date: '2026-01-02' },
  ],
  ['Service start cannot be in the future', 'veteran', { ...soldier, military_service_start_date: '2026-03-11' }],
  ['Service start cannot be before 1900', 'veteran', { ...soldier, military_service_start_date: '1899-12-31' }],
  [
    'Service start cannot be before the age of 17',
    'veteran',
    { ...soldier, ...died, military_service_start_date: '1957-02-02' },
  ],
  [
    'Service end must be on or after service start',
    'veteran',
    { ...soldier, military_service_start_date: '1960-01-02', military_service_end_date: '1960-01-01' },
  ],
  ['Must be a valid percentage between 0 and 100', 'disclosuresAgreement', { late_charge_percentage: '101' }],
  ['Service end cannot be in the future', 'veteran', { ...soldier, military_service_end_date: '2026-03-11' }],
  ['Service end cannot be before 1900', 'veteran', { ...soldier, military_service_end_date: '1899-12-31' }],
  ['Must be a valid percentage between 0 and 100', 'disclosuresAgreement', { annual_percentage_rate: '-1' }],
  ['Must be a positive number', 'servicesFees', { death_certificate_copies: '-1' }],
  ['Contract total cannot be negative', 'financial', { contract_total: '-1' }],
  ['Contract total must be a valid number', 'financial', { contract_total: 'x' }],
];
