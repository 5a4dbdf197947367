export const connectionMessages = {
  keyRequired: 'API key is required',
  secretRequired: 'Webhook secret is required',
  keyUnknown: 'DocuSeal does not recognize this API key',
  serviceUnknown: 'Choose one of the services',
  papersTooLarge: 'The documents are too large to send together. Send fewer at a time.',
  paperGone: 'A document was deleted. Choose the documents again.',
  notAnswering: 'DocuSeal is not responding. Try again in a few minutes.',
  otherAccount: 'This belongs to a different DocuSeal account than the one connected now.',
  notConnected: 'Connect DocuSeal first, under Settings.',
} as const;
