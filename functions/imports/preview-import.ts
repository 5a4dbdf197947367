import { caseDuplicateKeys } from '#domain/cases/case-validation.ts';
import { duplicateKeys } from '#domain/customers/customer.rules.ts';
import { personOfLine } from '#domain/imports/case-lines.ts';
import { classifyLine, DuplicateIndex } from '#domain/imports/classify-lines.ts';
import { customerFieldsOf } from '#domain/imports/customer-lines.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { type Cases, cases } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type ImportPart, type ImportRecord, type Imports, imports, type StoredLine } from './repository.ts';
import { advanceImport, withPartsPreviewed } from './shared/advance-import.ts';

interface DuplicateCheck {
  remember(line: StoredLine): void;
  /** Returns the next parts with the outcome of each line, in order, and remembers each line. */
  check(parts: readonly ImportPart[]): Promise<ImportPart[]>;
}

/** A case file has up to 12,500 parts: too many for one query or for memory. */
const partsPerRead = 500;

class EarlierLines {
  readonly duplicates: DuplicateCheck;
  #partsRemembered = 0;

  constructor(duplicates: DuplicateCheck) {
    this.duplicates = duplicates;
  }

  /** Reads parts that another process previewed. */
  async catchUp(imports: Pick<Imports, 'parts'>, { id, looked_parts }: ImportRecord): Promise<void> {
    while (this.#partsRemembered < looked_parts) {
      const to = Math.min(this.#partsRemembered + partsPerRead, looked_parts);
      for (const { lines } of await imports.parts(id, this.#partsRemembered, to))
        for (const line of lines) this.duplicates.remember(line);
      this.#partsRemembered = to;
    }
  }

  rememberedUpTo(part: number): void {
    this.#partsRemembered = part;
  }
}

type Db = Pick<Cases, 'alike' | 'numbersTaken'>;

interface Judged {
  outcome: 'new' | 'known' | 'doubtful';
  why: string[];
  case: { id: string; name: string } | null;
}

const numberOf = ({ fields }: StoredLine): string => (fields?.case_number ?? '').toUpperCase();
const likenessOf = ({ fields }: StoredLine): string[] =>
  caseDuplicateKeys(personOfLine(fields ?? {})).map(({ reason, value }) => `${reason} ${value}`);

class EarlierCases {
  readonly #numbers = new Map<string, number>();
  readonly #people = new Map<string, number>();

  add(line: StoredLine): void {
    if (!line.fields || line.outcome === 'known') return;
    const number = numberOf(line);
    if (!this.#numbers.has(number)) this.#numbers.set(number, line.line);
    for (const value of likenessOf(line)) if (!this.#people.has(value)) this.#people.set(value, line.line);
  }

  withNumber(line: StoredLine): number | undefined {
    return this.#numbers.get(numberOf(line));
  }

  alike(line: StoredLine): number | undefined {
    return likenessOf(line)
      .map((value) => this.#people.get(value))
      .find((found) => found !== undefined);
  }
}

/**
 * Compares by case number, then by name with date of death or birth. A number is never reused, even if its case was
 * deleted.
 */
const judge = async (cases: Db, line: StoredLine, taken: ReadonlyMap<string, string | null>): Promise<Judged> => {
  const number = numberOf(line);
  const id = taken.get(number);
  if (id) return { outcome: 'known', why: ['This case number already exists'], case: { id, name: number } };
  if (id === null) return { outcome: 'known', why: ['This case number belongs to a deleted case'], case: null };
  const [like] = await cases.alike(personOfLine(line.fields ?? {}));
  if (!like) return { outcome: 'new', why: [], case: null };
  const name = `${like.case_number}, ${like.deceased_full_name}`;
  return { outcome: 'doubtful', why: [`Possible duplicate of case ${name}`], case: { id: like.id, name } };
};

const caseDuplicates = (cases: Db): DuplicateCheck => {
  const earlier = new EarlierCases();
  const remember = (line: StoredLine): void => earlier.add(line);
  const amongEarlier = (line: StoredLine, onFile: Judged): StoredLine => {
    const [same, like] = [earlier.withNumber(line), earlier.alike(line)];
    const judged: StoredLine =
      onFile.outcome === 'known'
        ? { ...line, ...onFile }
        : same
          ? { ...line, outcome: 'known', why: [`Same case number as line ${same}`] }
          : like && onFile.outcome === 'new'
            ? { ...line, outcome: 'doubtful', why: [`May be the same person as line ${like}`] }
            : { ...line, ...onFile };
    remember(judged);
    return judged;
  };
  return {
    remember,
    async check(parts) {
      const lines = parts.flatMap((part) => part.lines).filter(({ fields }) => fields);
      const taken = await cases.numbersTaken(lines.map(numberOf));
      const onFile = new Map(
        await Promise.all(lines.map(async (line) => [line, await judge(cases, line, taken)] as const)),
      );
      const checkedPart = (part: ImportPart): ImportPart => ({
        ...part,
        lines: part.lines.map((line) => {
          const found = onFile.get(line);
          return found ? amongEarlier(line, found) : line;
        }),
      });
      return parts.map(checkedPart);
    },
  };
};

const customersOnFile = async (
  customers: Pick<Customers, 'whoShare'>,
  parts: readonly ImportPart[],
): Promise<DuplicateIndex> => {
  const lines = parts.flatMap((part) => part.lines).flatMap(({ fields }) => (fields ? [customerFieldsOf(fields)] : []));
  const onFile = new DuplicateIndex();
  for (const record of await customers.whoShare(lines.flatMap(duplicateKeys))) {
    const name = fullName(record.first_name, record.middle_name, record.last_name);
    onFile.add({ ...record, customer: { id: record.id, name } });
  }
  return onFile;
};

const customerDuplicates = (customers: Pick<Customers, 'whoShare'>): DuplicateCheck => {
  const earlier = new DuplicateIndex();
  const remember = ({ line, fields, outcome }: StoredLine): void => {
    if (fields && outcome !== 'known') earlier.add({ ...customerFieldsOf(fields), line });
  };
  const checked = (line: StoredLine, onFile: DuplicateIndex): StoredLine => {
    if (!line.fields) return line;
    const person = customerFieldsOf(line.fields);
    const candidates = [...onFile.candidatesFor(person), ...earlier.candidatesFor(person)];
    const judgment = classifyLine(person, candidates);
    const judged = { ...line, ...judgment };
    remember(judged);
    return judged;
  };
  return {
    remember,
    async check(parts) {
      const onFile = await customersOnFile(customers, parts);
      return parts.map((part) => ({ ...part, lines: part.lines.map((line) => checked(line, onFile)) }));
    },
  };
};

const partsPerCommit = { customers: 5, cases: 20 } as const;

/** Longer than other steps: a process that did not preview the earlier lines reads them first. */
const budgetMs = 12_000;

/**
 * The last import previewed in this process: reading 100,000 lines again would take too long. Removed during a call,
 * so that concurrent calls share nothing.
 */
let cached: { id: string; earlier: EarlierLines } | undefined;

const takeCached = (id: string): EarlierLines | undefined => {
  const earlier = cached?.id === id ? cached.earlier : undefined;
  cached = undefined;
  return earlier;
};

export const previewImport = handler(
  importEndpoints.look,
  { imports, customers, cases },
  async ({ params }, { db, work }) => {
    let earlier = takeCached(params.id);
    const step = async (record: ImportRecord): Promise<boolean> => {
      if (record.received < record.line_count || record.state === 'discarding')
        throw new AppError('conflict', { detail: importMessages.notAllHere });
      if (record.run_at) throw new AppError('conflict', { detail: importMessages.begun });
      if (record.state === 'ready') return false;
      earlier ??= new EarlierLines(
        record.kind === 'cases' ? caseDuplicates(db.cases) : customerDuplicates(db.customers),
      );
      await earlier.catchUp(db.imports, record);
      const [from, count] = [record.looked_parts, partsPerCommit[record.kind]];
      const parts = await db.imports.parts(record.id, from, Math.min(from + count, record.parts));
      const previewed = await earlier.duplicates.check(parts);
      const next = withPartsPreviewed(record, previewed);
      try {
        await work.add(db.imports.change(record, next), previewed.map(db.imports.putPart)).step();
      } catch (error) {
        earlier = undefined;
        throw error;
      }
      earlier.rememberedUpTo(next.looked_parts);
      return next.state === 'looking';
    };
    const shown = await advanceImport({ db, work }, params.id, step, budgetMs);
    if (shown.state === 'looking' && earlier) cached = { id: shown.id, earlier };
    return shown;
  },
);
