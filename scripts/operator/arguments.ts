import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';

/** The command that was typed, whatever stands around it. */
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

/**
 * What was typed: the command, the word beside it and the options. What the command would pass over is refused: somebody
 * meant something by it. Throws in plain words.
 */
export const readArguments = (commands: readonly Command[], typed: readonly string[]) => {
  const {
    positionals: [name, ...further],
    values: { help, ...asked },
  } = parsed(commands, typed);
  const command = commands.find((one) => one.name === name);
  if (command && !help) {
    const strange = Object.keys(asked).find((option) => !Object.hasOwn(command.options, option));
    if (strange) throw new UsageError(`${name} does not take --${strange}`);
    const [more] = further.slice(command.word ? 1 : 0);
    if (more !== undefined) throw new UsageError(`${name} does not know what to do with ${more}`);
  }
  return { command, word: further[0], asked, help: help === true };
};
