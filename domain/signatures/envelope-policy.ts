/** What may be done with an envelope, and why not; policies stand in every page, and these words with them. */
export const envelopePolicyMessages = {
  caseNotOpen: 'Signatures can be requested for active and completed cases.',
  notADraft: 'It was sent. Void it and send a new one to change it.',
  alreadySent: 'It was sent already.',
  notSent: 'It was not sent yet.',
  beingSent: 'It is being sent. Try again in a moment.',
  completed: 'Everybody has signed. What is signed cannot be voided.',
  ended: 'It has ended already.',
  notStored: 'The signed copies are being fetched. Try again in a moment.',
} as const;

/** From which nothing leads on: nobody can sign any more, or everybody has and the files are kept. */
const settled: readonly string[] = ['completed', 'declined', 'expired', 'voided'];
export const isSettledStatus = (status: string): boolean => settled.includes(status);
