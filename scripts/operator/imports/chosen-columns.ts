import { type ColumnName, columnsOf, type ImportKind, labelOf, lackingColumn } from '#domain/imports/column-labels.ts';
import { type FileTable, samplesOf } from '#domain/imports/file-table.ts';
import type { Import, NewImport } from '#domain/imports/import.schema.ts';
import { holdsSocialSecurityNumbers, matchColumns, proposedReadings } from '#domain/imports/match-columns.ts';

interface Chosen {
  columns: NewImport['columns'];
  lines: string[];
}

const fieldNamed = (kind: ImportKind, name: string): ColumnName | '' => {
  if (name === '') return '';
  const field = columnsOf[kind].find((columnName) => columnName === name);
  if (field) return field;
  throw new Error(`${name} is not a field of ${kind}. There are: ${columnsOf[kind].join(', ')}`);
};

/** Matches columns like the screen, then by `matches`: `HEADING=FIELD`, or `HEADING=` to leave a column out. */
export const chosenColumns = (
  kind: ImportKind,
  table: FileTable,
  earlier: readonly Import[],
  matches: readonly string[],
): Chosen => {
  const columns = samplesOf(table);
  const { asBefore, fields: matched } = matchColumns(columns, earlier, kind);
  let fields = matched;
  for (const match of matches) {
    const split = match.lastIndexOf('=');
    const at = columns.findIndex(({ heading }) => heading === match.slice(0, Math.max(0, split)));
    const column = columns[at];
    if (split < 0 || !column)
      throw new Error(`--match takes HEADING=FIELD. Headings are: ${table.headings.join(', ')}`);
    const field = fieldNamed(kind, match.slice(split + 1));
    if (field === 'ssn' || (field && holdsSocialSecurityNumbers(column.heading, column.samples)))
      throw new Error(`${column.heading} holds Social Security numbers, which are not imported.`);
    fields = fields.map((fieldName, place) => (place === at ? field : field && fieldName === field ? '' : fieldName));
  }
  const width = Math.max(...columns.map(({ heading }) => heading.length));
  const lines = columns.map(({ heading }, at) => {
    const field = fields[at];
    return `  ${heading.padEnd(width)}  ${field ? `${field} (${labelOf(kind, field)})` : 'left out'}`;
  });
  const lacking = lackingColumn(kind, fields);
  if (lacking) throw new Error(`${lines.join('\n')}\n\nSay which column holds it: --match "HEADING=${lacking}"`);
  const values = (at: number) => table.lines.map((line) => line.values[at] ?? '');
  const readings = proposedReadings(
    fields.map((field, at) => ({ field, values: values(at) })),
    asBefore?.columns,
  );
  const chosen = fields.flatMap((field, at) =>
    field ? [{ field, heading: columns[at]?.heading ?? '', ...readings[at] }] : [],
  );
  return { lines, columns: chosen };
};
