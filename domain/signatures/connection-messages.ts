/** What people read about the connection to DocuSeal. */
export const connectionMessages = {
  keyRequired: 'API key is required',
  secretRequired: 'Webhook secret is required',
  keyUnknown: 'DocuSeal does not know this API key',
  serviceUnknown: 'Choose one of the services',
  silent: 'DocuSeal is not answering. Try again in a few minutes.',
  notConnected: 'Connect DocuSeal first, in the settings of the organization.',
} as const;
