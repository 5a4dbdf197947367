/** What people read about the connection to DocuSeal. */
export const connectionMessages = {
  keyRequired: 'API key is required',
  secretRequired: 'Webhook secret is required',
  keyUnknown: 'DocuSeal does not know this API key',
  serviceUnknown: 'Choose one of the services',
  papersTooLarge: 'The papers are too large to be signed together. Send fewer at once.',
  paperGone: 'A paper was deleted meanwhile. Choose the papers again.',
  statementUnprinted:
    'The Statement cannot be sent for signature yet. Print it, and send the PDF among the documents of the case.',
  silent: 'DocuSeal is not answering. Try again in a few minutes.',
  notConnected: 'Connect DocuSeal first, in the settings of the organization.',
} as const;
