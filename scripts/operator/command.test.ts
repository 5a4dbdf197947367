import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { command, commandTyped, flag, readArguments, text, usageOf, usageOfAll } from './command.ts';

describe('operator command', () => {
  const greet = command({
    name: 'greet',
    options: { name: text },
    word: true,
    schema: z.object({ name: z.string('Name is required') }),
    usage: 'greet [WORD] --name NAME\n  Greets somebody.',
    run: async ({ name }, word) => `${word ?? 'Hello'}, ${name}`,
  });
  const leave = command({
    ...{ name: 'leave', options: { quietly: flag }, schema: z.object({}), usage: 'leave [--quietly]\n  Leaves.' },
    run: async () => 'Gone',
  });
  const two = [greet, leave];

  it('derives parsing, errors and usage from its definition', async () => {
    const read = readArguments(two, ['greet', 'Welcome', '--name', 'Ana']);
    expect(await read.command?.run(read.asked, read.word)).toBe('Welcome, Ana');
    await expect(greet.run({}, undefined)).rejects.toThrow('Name is required');
    expect(() => readArguments(two, ['leave', '--name', 'Ana'])).toThrow('leave does not take --name');
    expect(() => readArguments(two, ['leave', 'now'])).toThrow('leave does not know what to do with now');
    expect(() => readArguments(two, ['leave', '--bogus'])).toThrow("Unknown option '--bogus'");
    expect(readArguments(two, ['leave', '-h'])).toMatchObject({ help: true, command: leave });
    expect(readArguments(two, ['dance', '--quietly']).command).toBeUndefined();
    expect(usageOf(two, commandTyped(['--quietly', 'leave']))).toBe(
      'Usage: npm run operator -- leave [--quietly]\n  Leaves.',
    );
    expect(usageOf(two, 'dance')).toBe(usageOfAll(two));
    expect(usageOfAll(two)).toContain('…\n\ngreet [WORD] --name NAME\n  Greets somebody.\n\nleave');
  });
});
