import type { ParseArgsConfig } from 'node:util';
import type * as z from 'zod';

/** What was typed is not what the command takes: whoever typed it is shown how it is called. */
export class UsageError extends Error {}

/** What an option takes: a text, several of them, or nothing. */
export const text = { type: 'string' } as const;
export const texts = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;

interface Described {
  name: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Whether a word may stand beside the options, such as the name of a file. */
  word?: boolean;
  /** How it is called, and after that what it does, which is set in by two. */
  usage: string;
}

/** A command that the operator types. It answers what it did, in a sentence; throws in plain words. */
export interface Command extends Described {
  run: (typed: object, word: string | undefined) => Promise<string>;
}

/** What was typed as the command takes it; throws in plain words. */
const understood = <S extends z.ZodType>(schema: S, typed: object): z.output<S> => {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
};

/** A command: what it is called, which options it takes, how they are read, what its usage says and what it does. */
export const command = <S extends z.ZodType>({
  schema,
  run,
  ...described
}: Described & {
  /** Reads the options, by their names as they are typed. */
  schema: S;
  run: (asked: z.output<S>, word: string | undefined) => Promise<string>;
}): Command => ({ ...described, run: async (typed, word) => run(understood(schema, typed), word) });

/** Options as the schemas of calls name them: words of a name stand apart by underscores. */
export const underscored = (typed: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(typed as object).map(([name, value]) => [name.replaceAll('-', '_'), value]));

/** What a terminal shows in one line while something is under way. */
export const showProgress = (words: string): void => void process.stderr.write(`\r${words.padEnd(72)}`);
