import type { ParseArgsConfig } from 'node:util';
import type * as z from 'zod';

export class UsageError extends Error {}

export const text = { type: 'string' } as const;
export const texts = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;

interface Described {
  name: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Whether it accepts one argument without a name, such as a file. */
  word?: boolean;
  /** The syntax, then an explanation indented by two spaces. */
  usage: string;
}

/** A command returns what it did, in a sentence, and throws readable errors. */
export interface Command extends Described {
  run: (typed: object, word: string | undefined) => Promise<string>;
}

const understood = <S extends z.ZodType>(schema: S, typed: object): z.output<S> => {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
};

export const command = <S extends z.ZodType>({
  schema,
  run,
  ...described
}: Described & {
  schema: S;
  run: (input: z.output<S>, word: string | undefined) => Promise<string>;
}): Command => ({ ...described, run: async (typed, word) => run(understood(schema, typed), word) });

export const underscored = (typed: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(typed as object).map(([name, value]) => [name.replaceAll('-', '_'), value]));

export const showProgress = (words: string): void => void process.stderr.write(`\r${words.padEnd(72)}`);
