import { isUsState } from '#domain/values/us-state.ts';
import { labelOf } from './column-labels.ts';
import { type ColumnName, columnsOf, type ImportKind } from './column-names.ts';
import { importedDay } from './line-values.ts';
import { otherNames } from './other-names.ts';

const folded = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether so many of the values that stand there look so; a column without any looks like nothing. */
const mostly = (samples: readonly string[], isLike: (value: string) => boolean): boolean => {
  const filled = samples.map((value) => value.trim()).filter(Boolean);
  return filled.length > 0 && filled.filter(isLike).length >= filled.length * 0.8;
};

const looks = {
  email: (value: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value),
  phone: (value: string) => /^[+(\d][\d\s().+-]{8,}$/.test(value) && /^1?\d{10}$/.test(value.replace(/\D/g, '')),
  zip: (value: string) => /^\d{5}(-\d{4})?$/.test(value),
  state: (value: string) => isUsState(value.toUpperCase()),
  day: (value: string) => importedDay(value) !== undefined,
  address: (value: string) => /^\d+\w? .*[a-z]/i.test(value),
};

/**
 * What a column is by the look of its values, where its heading says nothing. Days of a case are several, and none is taken
 * for another.
 */
const byExample: Record<ImportKind, readonly [ColumnName, (value: string) => boolean][]> = {
  customers: [
    ['email', looks.email],
    ['phone', looks.phone],
    ['zip_code', looks.zip],
    ['state', looks.state],
    ['created_at', looks.day],
    ['address', looks.address],
  ],
  cases: [
    ['kin_email', looks.email],
    ['kin_phone', looks.phone],
    ['kin_zip_code', looks.zip],
  ],
};

/**
 * Whether a column holds Social Security numbers, by its heading or by its values: it is never sent. Nine digits alone
 * say so where the heading speaks of nothing that is known to have nine.
 */
export const holdsSocialSecurityNumbers = (heading: string, samples: readonly string[]): boolean => {
  const name = folded(heading);
  // By its words: "Business Name" and "Address No" hold the letters across two of them.
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  if (/socialsec|socsec|taxpayerid/.test(name) || /\bs ?s ?n|ssn(?:no|num|number)?\b/.test(words)) return true;
  if (mostly(samples, (value) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(value))) return true;
  return !/zip|postal|phone|tel|cell|mobile|fax|id|number|no$/.test(name) && mostly(samples, (v) => /^\d{9}$/.test(v));
};

const fieldByName = (heading: string, kind: ImportKind): ColumnName | undefined => {
  const name = folded(heading);
  return columnsOf[kind].find(
    (field) => [folded(labelOf(kind, field)), folded(field)].includes(name) || otherNames[kind][field]?.includes(name),
  );
};

export interface FileColumn {
  heading: string;
  /** Values of its first lines. */
  samples: readonly string[];
}

export interface Matching {
  kind: ImportKind;
  headings: readonly string[];
  columns: readonly { field: ColumnName; heading: string }[];
}

const isOfSameFile = ({ headings }: Matching, columns: readonly FileColumn[]): boolean =>
  headings.length === columns.length && headings.every((heading, at) => heading === columns[at]?.heading);

/**
 * Which field each column fills, '' for none: as the latest file with the same headings was matched, else by the
 * headings' names, else by what the values look like. No field is filled twice, and Social Security numbers fill none.
 */
export const matchColumns = (
  columns: readonly FileColumn[],
  earlier: readonly Matching[] = [],
  kind: ImportKind = 'customers',
): { fields: (ColumnName | '')[]; asBefore: Matching | undefined } => {
  const secret = columns.map(({ heading, samples }) => holdsSocialSecurityNumbers(heading, samples));
  const asBefore = earlier.find((matching) => matching.kind === kind && isOfSameFile(matching, columns));
  const taken = new Set<ColumnName>();
  const take = (field: ColumnName | undefined): ColumnName | '' => {
    if (!field || taken.has(field)) return '';
    taken.add(field);
    return field;
  };
  if (asBefore) {
    const before = (heading: string) => asBefore.columns.find((column) => column.heading === heading)?.field;
    return { asBefore, fields: columns.map(({ heading }, at) => (secret[at] ? '' : take(before(heading)))) };
  }
  const named = columns.map(({ heading }, at) => (secret[at] ? '' : take(fieldByName(heading, kind))));
  const fields = columns.map(({ samples }, at) => {
    if (named[at] || secret[at]) return named[at] ?? '';
    return take(byExample[kind].find(([field, isLike]) => !taken.has(field) && mostly(samples, isLike))?.[0]);
  });
  return { asBefore: undefined, fields };
};
