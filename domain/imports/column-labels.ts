import { mapCustomerFields } from '#domain/customers/customer.fields.ts';

export const importKinds = ['customers', 'cases'] as const;
export type ImportKind = (typeof importKinds)[number];

const customerLabels = {
  ...mapCustomerFields('label'),
  full_name: 'Whole Name',
  suffix: 'Suffix',
  second_phone: 'Second Phone Number',
  created_at: 'Customer since',
} as const;
const caseLabels = {
  case_number: 'Case Number',
  status: 'Status',
  funeral_home: 'Funeral Home',
  deceased_name: 'Whole Name of the Deceased',
  deceased_first_name: 'First Name of the Deceased',
  deceased_middle_name: 'Middle Name of the Deceased',
  deceased_last_name: 'Last Name of the Deceased',
  deceased_suffix: 'Suffix of the Deceased',
  gender: 'Gender',
  ssn: 'Social Security Number',
  date_of_birth: 'Date of Birth',
  date_of_death: 'Date of Death',
  time_of_death: 'Time of Death',
  location_of_death: 'Location of Death',
  city_of_death: 'City of Death',
  county_of_death: 'County of Death',
  state_of_death: 'State of Death',
  home_address_street: 'Street Address of the Deceased',
  home_address_city: 'City of the Deceased',
  home_address_county: 'County of the Deceased',
  home_address_state: 'State of the Deceased',
  home_address_zip: 'ZIP Code of the Deceased',
  marital_status: 'Marital Status',
  spouse_name: 'Whole Name of the Spouse',
  spouse_first_name: 'First Name of the Spouse',
  spouse_middle_name: 'Middle Name of the Spouse',
  spouse_last_name: 'Last Name of the Spouse',
  spouse_suffix: 'Suffix of the Spouse',
  spouse_maiden_name: 'Maiden Name of the Spouse',
  is_veteran: 'Veteran',
  military_branch: 'Military Branch',
  service_type: 'Service Type',
  disposition_method: 'Method of Disposition',
  service_date: 'Service Date',
  service_time: 'Service Time',
  service_location: 'Service Location',
  cemetery_name: 'Cemetery or Place of Disposition',
  cemetery_address_city: 'City of the Cemetery',
  cemetery_address_state: 'State of the Cemetery',
  contract_total: 'Contract Total',
  total_paid: 'Total Paid',
  balance: 'Balance',
  director_notes: 'Director Notes',
  kin_name: 'Whole Name of the Next of Kin',
  kin_first_name: 'First Name of the Next of Kin',
  kin_last_name: 'Last Name of the Next of Kin',
  kin_suffix: 'Suffix of the Next of Kin',
  kin_relationship: 'Relationship of the Next of Kin',
  kin_phone: 'Phone Number of the Next of Kin',
  kin_second_phone: 'Second Phone Number of the Next of Kin',
  kin_email: 'Email Address of the Next of Kin',
  kin_address: 'Street Address of the Next of Kin',
  kin_city: 'City of the Next of Kin',
  kin_state: 'State of the Next of Kin',
  kin_zip_code: 'ZIP Code of the Next of Kin',
  kin_notes: 'Notes about the Next of Kin',
  created_at: 'Opened On',
} as const;

export type CustomerColumn = keyof typeof customerLabels;
export type CaseColumn = keyof typeof caseLabels;
export type ColumnName = CustomerColumn | CaseColumn;

const customerColumns = Object.keys(customerLabels) as CustomerColumn[];
export const caseColumns = Object.keys(caseLabels) as readonly CaseColumn[];
export const columnNames: readonly ColumnName[] = [...new Set<ColumnName>([...customerColumns, ...caseColumns])];

export const columnsOf: Record<ImportKind, readonly ColumnName[]> = { customers: customerColumns, cases: caseColumns };

const neededColumns: Record<ImportKind, readonly (readonly ColumnName[])[]> = {
  customers: [
    ['first_name', 'full_name'],
    ['last_name', 'full_name'],
  ],
  cases: [['case_number'], ['deceased_last_name', 'deceased_name']],
};

/** Returns the first required field that no column fills; undefined if none is missing. */
export const lackingColumn = (kind: ImportKind, fields: readonly (ColumnName | '')[]): ColumnName | undefined =>
  neededColumns[kind].find((either) => !either.some((field) => fields.includes(field)))?.[0];

export const dayColumns: readonly ColumnName[] = ['date_of_birth', 'date_of_death', 'service_date', 'created_at'];

const columnLabels: Record<ImportKind, Readonly<Partial<Record<ColumnName, string>>>> = {
  customers: customerLabels,
  cases: caseLabels,
};

export const labelOf = (kind: ImportKind, column: ColumnName): string => columnLabels[kind][column] ?? column;
