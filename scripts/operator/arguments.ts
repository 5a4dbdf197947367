import { parseArgs } from 'node:util';
import { takenBy } from './usage.ts';

/** What was typed is not what the command takes: whoever typed it is shown how it is called. */
export class Misused extends Error {}

/** The command that was typed, whatever stands around it. */
export const commandTyped = (typed: readonly string[]): string => typed.find((word) => !word.startsWith('-')) ?? '';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  name: text,
  home: text,
  slug: text,
  email: text,
  beside: text,
  'time-zone': text,
  'second-factor': text,
  'show-link': flag,
  'allow-look-alike': flag,
  kind: text,
  id: text,
  from: text,
  about: text,
  overwrite: flag,
  write: flag,
  stage: text,
  'send-again': flag,
  close: text,
  event: text,
  happened: flag,
  'not-happened': flag,
  match: { type: 'string', multiple: true },
  lines: text,
  go: flag,
  doubtful: flag,
  undo: flag,
  discard: flag,
  help: { type: 'boolean', short: 'h' },
} as const;

const parsed = (typed: readonly string[]) => {
  try {
    return parseArgs({ args: [...typed], allowPositionals: true, options });
  } catch (error) {
    throw new Misused((error as Error).message.split('. ')[0]);
  }
};

/**
 * What was typed: the command, the word beside it and the options. What the command would pass over is refused: somebody
 * meant something by it. Throws in plain words.
 */
export const readArguments = (typed: readonly string[]) => {
  const { positionals, values } = parsed(typed);
  const [name = '', ...further] = positionals;
  const taken = takenBy(name);
  if (taken && !values.help) {
    const strange = Object.keys(values).find((option) => !taken.options.has(option));
    if (strange) throw new Misused(`${name} does not take --${strange}`);
    const [more] = further.slice(taken.word ? 1 : 0);
    if (more !== undefined) throw new Misused(`${name} does not know what to do with ${more}`);
  }
  return { name, further, values };
};
