import { duplicatesAddressParts } from '#domain/cases/combined-address.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { type FormField, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';

/** A label with what it says; what says nothing is left out of a paper. */
export interface LabeledValue {
  readonly label: string;
  readonly value: string;
}

interface Column {
  readonly label: string;
  /** Share of the line; the shares of a table add up to 1. */
  readonly width: number;
  /** Amounts stand at the right. */
  readonly align?: 'right';
}

/** A column of a picture: how high it is among the others, and what stands above and below it. */
export interface PaperColumn {
  readonly label: string;
  readonly text: string;
  readonly value: number;
}

/** One piece of a paper, in the order in which it is read. */
export type PaperPart =
  | { readonly kind: 'heading'; readonly text: string }
  /** A heading within the part under a heading. */
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly strong?: true }
  | { readonly kind: 'facts'; readonly facts: readonly LabeledValue[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
      /** Rows under a line at the end, such as a sum. */
      readonly sums?: readonly (readonly string[])[];
    }
  /** A picture of amounts side by side, each with its words; whoever listens is told `said`, and a table says the same. */
  | { readonly kind: 'columns'; readonly said: string; readonly columns: readonly PaperColumn[] }
  /** A line to write on, with what is written there. */
  | { readonly kind: 'signature'; readonly label: string }
  /** Addresses for a sheet of stick-on labels; such a sheet holds nothing else. */
  | { readonly kind: 'labels'; readonly labels: readonly (readonly string[])[] };

/** What a printed paper says, whatever it is printed with: the same paper is the same file, byte for byte. */
export interface Paper {
  readonly title: string;
  /** Who gives it out, the name first. */
  readonly letterhead: readonly string[];
  readonly parts: readonly PaperPart[];
  /** Stands at the foot of every page. */
  readonly footer: string;
  /** When what it says last changed, an instant. */
  readonly asOf: string;
}

/** Facts that say something. */
export const nonBlankValues = (facts: readonly LabeledValue[]): LabeledValue[] =>
  facts.filter(({ value }) => value.trim() !== '');

/** A file's name of what it is about: letters, digits, dots and hyphens, as every system takes them. */
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

/** What a paper leaves out of a form: what is never shown in clear, and ids that say nothing to a reader. */
const isPrinted = ({ isId, secured, kind }: FormField): boolean =>
  !isId && secured !== true && kind !== 'reference' && kind !== 'ssn';

/** What somebody wrote into a note may hold a number that belongs elsewhere. */
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

/**
 * The answers of a form in its order, each under its label, groups under their headings, every entry of a list by itself.
 * What is blank or secured is left out.
 */
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
  for (const field of fields.filter((one) => isPrinted(one) && !duplicatesAddressParts(one, fields, values))) {
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
