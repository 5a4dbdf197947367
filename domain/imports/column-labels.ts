import { ofEachField } from '#domain/customers/customer.fields.ts';
import type { CaseColumn, ColumnName, CustomerColumn, ImportKind } from './column-names.ts';

const customerLabels: Record<CustomerColumn, string> = { ...ofEachField('label'), created_at: 'Customer since' };
const caseLabels: Record<CaseColumn, string> = {
  case_number: 'Case Number',
  status: 'Status',
  funeral_home: 'Funeral Home',
  deceased_first_name: 'First Name of the Deceased',
  deceased_middle_name: 'Middle Name of the Deceased',
  deceased_last_name: 'Last Name of the Deceased',
  deceased_suffix: 'Suffix of the Deceased',
  gender: 'Gender',
  date_of_birth: 'Date of Birth',
  date_of_death: 'Date of Death',
  location_of_death: 'Location of Death',
  city_of_death: 'City of Death',
  state_of_death: 'State of Death',
  service_type: 'Service Type',
  service_date: 'Service Date',
  service_location: 'Service Location',
  director_notes: 'Director Notes',
  kin_first_name: 'First Name of the Next of Kin',
  kin_last_name: 'Last Name of the Next of Kin',
  kin_relationship: 'Relationship of the Next of Kin',
  kin_phone: 'Phone Number of the Next of Kin',
  kin_email: 'Email Address of the Next of Kin',
  kin_address: 'Street Address of the Next of Kin',
  kin_city: 'City of the Next of Kin',
  kin_state: 'State of the Next of Kin',
  kin_zip_code: 'ZIP Code of the Next of Kin',
  created_at: 'Opened On',
};

/** What people choose from for a column. */
const columnLabels: Record<ImportKind, Readonly<Partial<Record<ColumnName, string>>>> = {
  customers: customerLabels,
  cases: caseLabels,
};

export const labelOf = (kind: ImportKind, column: ColumnName): string => columnLabels[kind][column] ?? column;
