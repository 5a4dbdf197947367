import { caseDuplicateKeys } from '#domain/cases/case-duplicate-keys.ts';
import { personOfLine } from '#domain/imports/case-lines.ts';
import type { Cases } from '#functions/cases/repository/cases.ts';
import type { ImportPart, StoredLine } from '#functions/imports/repository.ts';
import type { DuplicateCheck } from './duplicate-check.ts';

type Db = Pick<Cases, 'alike' | 'numbersTaken'>;

interface Judged {
  outcome: 'new' | 'known' | 'doubtful';
  why: string[];
  case: { id: string; name: string } | null;
}

const numberOf = ({ fields }: StoredLine): string => (fields?.case_number ?? '').toUpperCase();
const likenessOf = ({ fields }: StoredLine): string[] =>
  caseDuplicateKeys(personOfLine(fields ?? {})).map(({ reason, value }) => `${reason} ${value}`);

/** Earlier lines of the file, by the numbers of their cases and by what two cases of one person share. */
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
 * By the number, which no two cases share, and by who died when or was born when. A number that was given once is given to
 * nobody else, also when its case was deleted.
 */
const judge = async (cases: Db, line: StoredLine, taken: ReadonlyMap<string, string | null>): Promise<Judged> => {
  const number = numberOf(line);
  const id = taken.get(number);
  if (id) return { outcome: 'known', why: ['This case number is here already'], case: { id, name: number } };
  if (id === null)
    return { outcome: 'known', why: ['This case number was given to a case that was deleted'], case: null };
  const [like] = await cases.alike(personOfLine(line.fields ?? {}));
  if (!like) return { outcome: 'new', why: [], case: null };
  const name = `${like.case_number}, ${like.deceased_full_name}`;
  return { outcome: 'doubtful', why: [`May be the same person as case ${name}`], case: { id: like.id, name } };
};

/** By what is on file; where that leaves a line new, or leaves its number free, by the earlier lines of the file. */
export const caseDuplicates = (cases: Db): DuplicateCheck => {
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
