import type { ImportPart, ImportRecord, Imports, StoredLine } from '#functions/records/imports.ts';

/** How lines of a kind are told apart from what is here, and from the lines before them. */
export interface Looking {
  /** Takes in a line that was looked at: those that come later are compared with it. */
  take(line: StoredLine): void;
  /** What each line of some parts is, in their order; each is taken in. */
  judged(parts: readonly ImportPart[]): Promise<ImportPart[]>;
}

/** What was read of the lines before those that are looked at: what is in a file twice is found as what we have. */
export class LinesBefore {
  readonly looking: Looking;
  #upTo = 0;

  constructor(looking: Looking) {
    this.looking = looking;
  }

  async readUpTo(imports: Pick<Imports, 'parts'>, { id, looked_parts }: ImportRecord): Promise<void> {
    const parts = await imports.parts(id, this.#upTo, looked_parts);
    for (const { part, lines } of parts) {
      for (const line of lines) this.looking.take(line);
      this.#upTo = part + 1;
    }
  }

  tookUpTo(part: number): void {
    this.#upTo = part;
  }
}
