import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';

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
