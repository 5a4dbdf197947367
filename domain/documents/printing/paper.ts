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
