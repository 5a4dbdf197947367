import { duplicatesAddressParts } from '#domain/cases/combined-address.ts';
import type { DocumentKind } from '#domain/documents/document-type.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { type FormField, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';

/** A label and its value; blank values are not printed. */
export interface LabeledValue {
  readonly label: string;
  readonly value: string;
}

interface Column {
  readonly label: string;
  /** Share of the line; the shares of a table add up to 1. */
  readonly width: number;
  readonly align?: 'right';
}

/** A bar of a chart: its relative height and the words above and below it. */
export interface PaperColumn {
  readonly label: string;
  readonly text: string;
  readonly value: number;
}

/** Text of the QR code, and the lines next to it: the first one large. */
export interface PrintedTag {
  readonly code: string;
  readonly lines: readonly string[];
}

/** A part of a printed document, in reading order. */
export type PaperPart =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly strong?: true }
  | { readonly kind: 'facts'; readonly facts: readonly LabeledValue[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
      readonly sums?: readonly (readonly string[])[];
    }
  /** A bar chart; `said` is its text alternative, and a table contains the same amounts. */
  | { readonly kind: 'columns'; readonly altText: string; readonly columns: readonly PaperColumn[] }
  /** A line to sign on, or with the `path` that someone drew in a box of 300 by 100. */
  | { readonly kind: 'signature'; readonly label: string; readonly path?: string | undefined }
  /** Addresses for a sheet of labels, which contains nothing else. */
  | { readonly kind: 'labels'; readonly labels: readonly (readonly string[])[] }
  /** Tags with a QR code for a label sheet or as wrist bands; the sheet contains nothing else. */
  | { readonly kind: 'tags'; readonly sheet: '5160' | '5163' | 'wrist'; readonly tags: readonly PrintedTag[] };

/** A printed document, independent of the PDF library: the same paper gives the same bytes. */
export interface Paper {
  readonly title: string;
  readonly letterhead: readonly string[];
  readonly parts: readonly PaperPart[];
  readonly footer: string;
  readonly asOf: string;
}

/** Returns the values that are not blank. */
export const nonBlankValues = (facts: readonly LabeledValue[]): LabeledValue[] =>
  facts.filter(({ value }) => value.trim() !== '');

/** Returns a file name of letters, digits, dots and hyphens, which every system accepts. */
export const paperFileName = (...parts: readonly string[]): string =>
  `${parts
    .map((part) =>
      part
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9.-]+/g, '_')
        .replace(/^_+|_+$/g, ''),
    )
    .filter(Boolean)
    .join('_')}.pdf`;

/** Returns false for secured values and for ids, which mean nothing to a reader. */
const isPrinted = ({ isId, secured, kind }: FormField): boolean =>
  !isId && secured !== true && kind !== 'reference' && kind !== 'ssn';

/** A note may contain a Social Security number. */
const inClear = ({ kind }: FormField, value: string): string => (kind === 'textarea' ? redactSsn(value) : value);

const factsOf = (fields: readonly FormField[], values: Values): LabeledValue[] =>
  nonBlankValues(
    fields.map((field) => ({
      label: labelOf(field, values),
      value: isBlank(values[field.name]) ? '' : inClear(field, displayValue(field, values[field.name])),
    })),
  );

const entriesOf = (field: FormField, values: Values): PaperPart[] => {
  const entries = values[field.name];
  if (!field.entry || !Array.isArray(entries)) return [];
  const { entry } = field;
  return entries.flatMap((one: Values, at): PaperPart[] => {
    const facts = factsOf(entry.filter(isPrinted), one);
    if (facts.length === 0) return [];
    return [
      { kind: 'subheading', text: entries.length > 1 ? `${field.label} ${at + 1}` : field.label },
      { kind: 'facts', facts },
    ];
  });
};

/** Returns the answers of a form in its order, without blank and secured values. */
export const answerSections = (fields: readonly FormField[], values: Values): PaperPart[] => {
  const parts: PaperPart[] = [];
  let plain: FormField[] = [];
  const close = (): void => {
    const facts = factsOf(plain, values);
    const [first] = plain;
    if (facts.length && first?.group) parts.push({ kind: 'subheading', text: first.group });
    if (facts.length) parts.push({ kind: 'facts', facts });
    plain = [];
  };
  for (const field of fields.filter((field) => isPrinted(field) && !duplicatesAddressParts(field, fields, values))) {
    if (field.kind === 'entries') {
      close();
      parts.push(...entriesOf(field, values));
      continue;
    }
    if (plain[0] && plain[0].group !== field.group) close();
    plain.push(field);
  }
  close();
  return parts;
};

/** Printouts that are stored as documents of their case, with their kind of document. */
export const archivedPrintouts = {
  receipt: 'receipt',
  deposit_receipt: 'receipt',
  statement: 'contract',
  price_list: 'contract',
  case_file: 'other',
  first_call: 'other',
  worksheet: 'death_certificate',
  cremation_packet: 'authorization',
  labels: 'other',
} as const satisfies Record<string, DocumentKind>;
export type ArchivedPrintout = keyof typeof archivedPrintouts;
export const archivedPrintoutNames = Object.keys(archivedPrintouts) as [ArchivedPrintout, ...ArchivedPrintout[]];
