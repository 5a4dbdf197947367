import { customerFieldNames } from '#domain/customers/customer.fields.ts';

/** What can be brought along from another system. */
export const importKinds = ['customers', 'cases'] as const;
export type ImportKind = (typeof importKinds)[number];

/** What a column of a file of customers can hold: the fields of a customer, and the day since when it is one. */
const customerColumns = [...customerFieldNames, 'created_at'] as const;

const ofCaseAlone = [
  ...(['case_number', 'status', 'funeral_home'] as const),
  ...(['deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix', 'gender'] as const),
  ...(['date_of_birth', 'date_of_death', 'location_of_death', 'city_of_death', 'state_of_death'] as const),
  ...(['service_type', 'service_date', 'service_location', 'director_notes'] as const),
  ...(['kin_first_name', 'kin_last_name', 'kin_relationship', 'kin_phone', 'kin_email'] as const),
  ...(['kin_address', 'kin_city', 'kin_state', 'kin_zip_code'] as const),
] as const;

/** What a column of a file of cases can hold: of the case, of the deceased, and of the next of kin, who becomes a customer. */
export const caseColumns = [...ofCaseAlone, 'created_at'] as const;

export const columnNames = [...customerColumns, ...ofCaseAlone] as const;
export type ColumnName = (typeof columnNames)[number];
export type CustomerColumn = (typeof customerColumns)[number];
export type CaseColumn = (typeof caseColumns)[number];

/** What the columns of a file of each kind can hold, and which of it every line has to say. */
export const columnsOf: Record<ImportKind, readonly ColumnName[]> = { customers: customerColumns, cases: caseColumns };
export const neededColumns: Record<ImportKind, readonly ColumnName[]> = {
  customers: ['first_name', 'last_name'],
  cases: ['case_number', 'deceased_last_name'],
};
