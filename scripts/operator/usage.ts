import type { Command } from './command.ts';

const start = 'Usage: npm run operator --';

const end = `Works on the product that runs on DATA_DIR, or in AWS when TABLE_NAME names the table and the usual AWS credentials are
there.`;

export const usageOfAll = (commands: readonly Command[]): string =>
  [`${start} COMMAND …`, ...commands.map(({ usage }) => usage), end].join('\n\n');

export const usageOf = (commands: readonly Command[], typed: string): string => {
  const known = commands.find(({ name }) => name === typed);
  return known ? `${start} ${known.usage}` : usageOfAll(commands);
};
