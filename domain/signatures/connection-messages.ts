/** What people read about the connection to DocuSeal. */
export const connectionMessages = {
  keyRequired: 'API key is required',
  secretRequired: 'Webhook secret is required',
  keyUnknown: 'DocuSeal does not know this API key',
  serviceUnknown: 'Choose one of the services',
  papersTooLarge: 'The papers are too large to be signed together. Send fewer at once.',
  paperGone: 'A paper was deleted meanwhile. Choose the papers again.',
  notAnswering: 'DocuSeal is not answering. Try again in a few minutes.',
  otherAccount: 'It is in another DocuSeal account than the one that is connected now.',
  notConnected: 'Connect DocuSeal first, in the settings of the organization.',
} as const;
