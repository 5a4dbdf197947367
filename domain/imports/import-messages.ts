/** What people read of an import that does not go on. */
export const importMessages = {
  notReceiving: 'All lines of this file have come already',
  outOfOrder: 'Lines are missing before these. Choose the file again to go on.',
  notInOrder: 'Lines come in the order of the file, each of them once',
  tooMany: 'The file has more lines than were announced',
  partsWhole: (lines: number): string => `Lines come in whole parts of ${lines}; only the last part is shorter`,
  tooLong: 'The notes of these lines are too long to be kept together. Shorten them in the file.',
  wrongValues: 'Each line has one value for each matched column',
  notAllHere: 'Not all lines of the file have come yet. Choose the file again to go on.',
  notLookedAt: 'Look at the lines first',
  notRun: 'Nothing of this file has been imported',
  begun: 'This import has begun, and stays on record',
  linesGone:
    'The rest of the lines was deleted after a week. What has come in stays unless you undo it; import the rest as a file of its own.',
  over: 'An import can be undone for 30 days. They are over.',
} as const;
