import { type ParseArgsConfig, parseArgs } from 'node:util';
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

export const commandTyped = (typed: readonly string[]): string => typed.find((word) => !word.startsWith('-')) ?? '';

const parsed = (commands: readonly Command[], typed: readonly string[]) => {
  const options = Object.fromEntries(commands.flatMap(({ options }) => Object.entries(options)));
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    return parseArgs({ args: [...typed], allowPositionals: true, options: { ...options, help } });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
};

/** Throws for anything that the command would ignore. */
export const readArguments = (commands: readonly Command[], typed: readonly string[]) => {
  const {
    positionals: [name, ...further],
    values: { help, ...asked },
  } = parsed(commands, typed);
  const command = commands.find((command) => command.name === name);
  if (command && !help) {
    const strange = Object.keys(asked).find((option) => !Object.hasOwn(command.options, option));
    if (strange) throw new UsageError(`${name} does not take --${strange}`);
    const [more] = further.slice(command.word ? 1 : 0);
    if (more !== undefined) throw new UsageError(`${name} does not know what to do with ${more}`);
  }
  return { command, word: further[0], asked, help: help === true };
};

const start = 'Usage: npm run operator --';

const end = `Works on the product that runs on DATA_DIR, or in AWS when TABLE_NAME names the table and the usual AWS credentials are
there.`;

export const usageOfAll = (commands: readonly Command[]): string =>
  [`${start} COMMAND …`, ...commands.map(({ usage }) => usage), end].join('\n\n');

export const usageOf = (commands: readonly Command[], typed: string): string => {
  const command = commands.find(({ name }) => name === typed);
  return command ? `${start} ${command.usage}` : usageOfAll(commands);
};
