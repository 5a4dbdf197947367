import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import type { CaseRow } from './case.schema.ts';

/** The server returns at most this many cases in one file; a Lambda response is limited to 6 MB. */
export const maxInOneFile = 20_000;
export const tooManyToExport = `More than ${maxInOneFile.toLocaleString('en-US')} cases match. Narrow your filters, or export from the Cases page.`;

export const exportTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const serviceLabel = (type: string): string => serviceTypes.find(({ value }) => value === type)?.label ?? type;

/** The columns of an exported list of cases. Never add a Social Security number. */
const columns: readonly (readonly [title: string, of: (row: CaseRow, timeZone: string) => string])[] = [
  ['Case Number', (row) => row.case_number],
  ['Status', (row) => capitalize(row.status)],
  ['Deceased', (row) => row.deceased_full_name],
  ['Date of Birth', (row) => row.date_of_birth],
  ['Date of Death', (row) => row.date_of_death],
  ['Service Type', (row) => serviceLabel(row.service_type)],
  ['Service Date', (row) => row.service_date],
  ['Service Time', (row) => row.service_time],
  ['Service Location', (row) => row.service_location],
  ['Informant', (row) => row.informant_name],
  ['Informant Phone', (row) => formatPhone(row.informant_phone)],
  ['Location', (row) => row.funeral_home_name],
  ['Opened By', (row) => row.created_by_name],
  ['Created Date', ({ created_at }, timeZone) => todayIn(timeZone, new Date(created_at))],
];

export const exportTitles: readonly string[] = columns.map(([title]) => title);

/** Returns the cells of a case: dates as YYYY-MM-DD, the opening day in the reader's `timeZone`. */
export const exportCells = (row: CaseRow, timeZone: string): string[] => columns.map(([, of]) => of(row, timeZone));

/** Returns the first line of the CSV file with its line end. */
export const caseCsvHeader = (): string => csvLine(exportTitles);
/** Returns the CSV line of a case. */
export const caseCsvRow = (row: CaseRow, timeZone: string): string => csvLine(exportCells(row, timeZone));

/** Returns the name of the file exported on `today`. */
export const caseFileName = (today: CalendarDate, format: keyof typeof exportTypes): string =>
  `cases-${today}.${format}`;
