import type { ImportPart, ImportRecord, Imports, StoredLine } from '#functions/imports/repository.ts';

/** Finds which lines of a kind are duplicates: of records that are on file, and of earlier lines of the same file. */
export interface DuplicateCheck {
  /** Remembers a line that has its outcome: later ones are compared with it. */
  remember(line: StoredLine): void;
  /** The next parts, with the outcome of each line, in their order; each line is remembered. */
  check(parts: readonly ImportPart[]): Promise<ImportPart[]>;
}

/** A file of cases has up to 12,500 parts: more than one query answers, and more than need be in memory at once. */
const partsPerRead = 500;

/** The duplicate check of one import, and how many of its parts it remembers: so is found what is in a file twice. */
export class EarlierLines {
  readonly duplicates: DuplicateCheck;
  #partsRemembered = 0;

  constructor(duplicates: DuplicateCheck) {
    this.duplicates = duplicates;
  }

  /** Reads and remembers the parts that were previewed and are not remembered here, as by another process. */
  async catchUp(imports: Pick<Imports, 'parts'>, { id, looked_parts }: ImportRecord): Promise<void> {
    while (this.#partsRemembered < looked_parts) {
      const to = Math.min(this.#partsRemembered + partsPerRead, looked_parts);
      for (const { lines } of await imports.parts(id, this.#partsRemembered, to))
        for (const line of lines) this.duplicates.remember(line);
      this.#partsRemembered = to;
    }
  }

  /** Says that the check itself has remembered the parts before this one. */
  rememberedUpTo(part: number): void {
    this.#partsRemembered = part;
  }
}
