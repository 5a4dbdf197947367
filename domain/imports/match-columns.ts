import { isUsState } from '#domain/shared/values/us-state.ts';
import { labelOf } from './column-labels.ts';
import { type CaseColumn, type ColumnName, columnsOf, type ImportKind } from './column-names.ts';
import type { ColumnReading } from './column-readings.ts';
import { columnSynonyms, contactNames } from './column-synonyms.ts';

const folded = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether so many of the values that stand there look so; a column without any looks like nothing. */
const mostly = (samples: readonly string[], isLike: (value: string) => boolean): boolean => {
  const filled = samples.map((value) => value.trim()).filter(Boolean);
  return filled.length > 0 && filled.filter(isLike).length >= filled.length * 0.8;
};

const phone = (value: string) => /^[+(\d][\d\s().+-]{8,}$/.test(value) && /^1?\d{10}$/.test(value.replace(/\D/g, ''));

/** What a column is by the look of its values. A day can be any day, and a value in a file of cases anyone's: neither is guessed. */
const byExample: Record<ImportKind, readonly [ColumnName, (value: string) => boolean][]> = {
  customers: [
    ['email', (value) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)],
    ['phone', phone],
    ['zip_code', (value) => /^\d{5}(-\d{4})?$/.test(value)],
    ['state', (value) => isUsState(value.toUpperCase())],
    ['address', (value) => /^\d+\w? .*[a-z]/i.test(value)],
  ],
  cases: [],
};

/** Whether a heading names nothing: "Column 7" (as a blank one is called), "Field3", "X7", "B". */
const saysNothing = (heading: string): boolean =>
  /^(?:column|col|field|unnamed|[a-z])?[\s_:.-]*\d*(?: \(\d+\))?$/i.test(heading.trim());

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
  if (/^ss$|socialsec|socsec|taxpayerid/.test(name) || /\bs ?s ?n|ssn(?:no|num|number)?\b/.test(words)) return true;
  if (mostly(samples, (value) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(value))) return true;
  return !/zip|postal|phone|tel|cell|mobile|fax|id|number|no$/.test(name) && mostly(samples, (v) => /^\d{9}$/.test(v));
};

/** Which of the columns that hold Social Security numbers has those of the deceased, by its heading; -1 for none. */
export const ssnColumn = (columns: readonly FileColumn[]): number =>
  columns.findIndex(
    ({ heading, samples }) =>
      holdsSocialSecurityNumbers(heading, samples) && rankOf(folded(heading), 'ssn', 'cases') !== undefined,
  );

const armedForces =
  /^(?:u\.?s\.? ?)?(?:army|navy|air ?force|marines?|marine corps|coast ?guard|space ?force|usa|usn|usaf|usmc|uscg)\b/i;

/** Whether “Branch” means a home where its values name the armed forces, or the other way round. */
const isContradicted = (field: ColumnName, { heading, samples }: FileColumn): boolean =>
  folded(heading) === 'branch' &&
  samples.some((value) => value.trim()) &&
  mostly(samples, (value) => armedForces.test(value)) === (field === 'funeral_home');

/** Where the name of a field stands among those by which it goes, the likeliest first; undefined for none of them. */
const rankOf = (name: string, field: ColumnName, kind: ImportKind): number | undefined => {
  if ([folded(labelOf(kind, field)), folded(field)].includes(name)) return -1;
  const rank = columnSynonyms[kind][field]?.indexOf(name) ?? -1;
  return rank === -1 ? undefined : rank;
};

interface Candidate {
  field: ColumnName;
  rank: number;
}

export interface FileColumn {
  heading: string;
  /** Values of its first lines. */
  samples: readonly string[];
}

const ranked = (fields: readonly ColumnName[], rank: (field: ColumnName) => number | undefined): Candidate[] =>
  fields.flatMap((field) => {
    const at = rank(field);
    return at === undefined ? [] : [{ field, rank: at }];
  });

/**
 * Which fields each heading may name. A phone, an email or an address without a name belongs to the next of kin only
 * behind another column of theirs; a hospital and a physician have phones, too.
 */
const candidatesOf = (columns: readonly FileColumn[], kind: ImportKind): Candidate[][] => {
  let isBehindKin = false;
  return columns.map((column) => {
    const { heading } = column;
    const own = ranked(columnsOf[kind], (field) => rankOf(folded(heading), field, kind));
    // A second column of the same name has a number behind it.
    const plain = folded(heading.replace(/ \(\d+\)$/, ''));
    const ofKin = ranked(kind === 'cases' && isBehindKin ? columnsOf.cases : [], (field) => {
      const rank = contactNames[field as CaseColumn]?.indexOf(plain) ?? -1;
      return rank === -1 ? undefined : rank;
    });
    const found = (ofKin.length > 0 ? ofKin : own).filter(({ field }) => !isContradicted(field, column));
    isBehindKin = found.some(({ field }) => field.startsWith('kin_'));
    return found;
  });
};

export interface Matching {
  kind: ImportKind;
  headings: readonly string[];
  columns: readonly ({ field: ColumnName; heading: string } & ColumnReading)[];
}

const isOfSameFile = ({ headings }: Matching, columns: readonly FileColumn[]): boolean =>
  headings.length === columns.length && headings.every((heading, at) => heading === columns[at]?.heading);

/**
 * Which field each column fills, '' for none: as the latest file with the same headings was matched, else by the
 * headings' names, else, where a heading says nothing, by what the values look like. No field is filled twice, and
 * Social Security numbers fill none unless a person chooses that for this file.
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
    if (!field || field === 'ssn' || taken.has(field)) return '';
    taken.add(field);
    return field;
  };
  if (asBefore) {
    const before = (heading: string) => asBefore.columns.find((column) => column.heading === heading)?.field;
    return { asBefore, fields: columns.map(({ heading }, at) => (secret[at] ? '' : take(before(heading)))) };
  }
  const candidates = candidatesOf(columns, kind);
  const named: (ColumnName | '')[] = columns.map(() => '');
  // Headings that can name one field alone come first, and the likeliest of them before others.
  const inOrder = candidates
    .map((found, at) => ({ found, at }))
    .filter(({ found, at }) => found.length > 0 && !secret[at])
    .toSorted(
      (a, b) =>
        a.found.length - b.found.length ||
        (a.found.length === 1 ? (a.found[0]?.rank ?? 0) - (b.found[0]?.rank ?? 0) : 0),
    );
  for (const { found, at } of inOrder) named[at] = take(found.find(({ field }) => !taken.has(field))?.field);
  const fields = columns.map(({ heading, samples }, at) => {
    if (named[at] || secret[at] || !saysNothing(heading)) return named[at] ?? '';
    return take(byExample[kind].find(([field, isLike]) => !taken.has(field) && mostly(samples, isLike))?.[0]);
  });
  return { asBefore: undefined, fields };
};
