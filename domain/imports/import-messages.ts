export const importMessages = {
  notReceiving: 'All lines of this file were already uploaded',
  outOfOrder: 'Some lines are missing. Choose the file again to continue.',
  notInOrder: 'Lines must be sent once each, in file order',
  tooMany: 'The file has more lines than expected',
  partsWhole: (lines: number): string => `Send ${lines} lines at a time; only the last batch may be shorter`,
  tooLong: 'The notes in these lines are too long. Shorten them in the file.',
  wrongValues: 'Each line has one value for each matched column',
  notAllHere: 'The upload is incomplete. Choose the file again to continue.',
  notLookedAt: 'Preview the lines first',
  notRun: 'Nothing of this file has been imported',
  begun: 'This import has already started and cannot be discarded',
  linesGone:
    'The remaining lines were deleted after a week. Imported records are kept unless you undo them. Import the rest as a new file.',
  over: 'The 30-day undo period has ended.',
} as const;
