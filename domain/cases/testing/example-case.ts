import type { CaseCore } from '../section-patch.ts';
import type { CaseSectionValues } from '../sections/case-sections.ts';

/** A case with all that an active case needs (D2 §4). */
export const exampleSections = {
  deceased: {
    deceased_first_name: 'Walter',
    deceased_last_name: 'Pruitt',
    gender: 'male',
    date_of_birth: '1940-02-03',
    date_of_death: '2026-03-01',
    location_of_death: 'Coastal Regional Hospital',
  },
  service: { service_type: 'traditional', service_date: '2026-03-14', service_location: 'Chapel' },
  informant: {
    informant_name: 'Carolyn Pruitt-Shaw',
    informant_relationship: 'daughter',
    informant_address: '18 Sevilla Street, St. Augustine, FL, 32084, USA',
  },
} as const satisfies CaseSectionValues;

export const exampleCore: CaseCore = {
  id: '0190a000-0000-7000-8000-000000000001',
  case_number: 'WA-2026-0007',
  status: 'active',
  version: 3,
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-02T10:00:00.000Z',
  created_by_name: 'Dee Kowalski',
  funeral_home_id: '0190a000-0000-7000-8000-000000000002',
  funeral_home_name: 'Whitcomb & Ames',
  source_submission_id: null,
  ssn_last4: '4320',
};
