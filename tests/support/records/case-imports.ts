import type { CaseColumn } from '#domain/imports/column-labels.ts';
import { type Import, linesPerCall } from '#domain/imports/import.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { sentLines } from './imports.ts';
import { succeeded } from './reports.ts';

export const caseImportColumns = [
  ...(['case_number', 'status', 'funeral_home', 'deceased_first_name', 'deceased_last_name', 'date_of_birth'] as const),
  ...(['date_of_death', 'service_type', 'kin_first_name', 'kin_last_name', 'kin_relationship', 'kin_phone'] as const),
  ...(['service_date', 'created_at', 'kin_email', 'state_of_death'] as const),
] as const;

/** Returns a line of such a file; omitted columns are blank. */
export const caseLine = <C extends CaseColumn = (typeof caseImportColumns)[number]>(
  values: Partial<Record<C, string>>,
  columns: readonly CaseColumn[] = caseImportColumns,
): string[] => columns.map((column) => (values as Partial<Record<CaseColumn, string>>)[column] ?? '');

export const casesHandedIn = async (
  { harness, tenant }: { harness: Pick<Harness, 'call'>; tenant: Tenant },
  values: readonly string[][],
  columns: readonly CaseColumn[] = caseImportColumns,
): Promise<Import> => {
  const as = tenant.profiles.super_admin;
  const body = {
    ...{ kind: 'cases', file_name: 'cases.csv', fingerprint: 'b'.repeat(64), line_count: values.length },
    headings: [...columns],
    columns: columns.map((field) => ({ field, heading: field })),
  };
  const startedImport = await harness.call(areas.imports.begin, { as, body });
  const params = { id: String(succeeded(startedImport).body.id) };
  const lines = sentLines(values);
  for (let after = 0; ; after += linesPerCall.cases) {
    const sent = { as, params, body: { after, lines: lines.slice(after, after + linesPerCall.cases) } };
    const answer = succeeded(await harness.call(areas.imports.send, sent)).body as unknown as Import;
    if (answer.received === lines.length) return answer;
  }
};
