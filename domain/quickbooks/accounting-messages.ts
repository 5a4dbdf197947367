/** What people read about the connection to QuickBooks. */
export const accountingMessages = {
  notConnected: 'QuickBooks is not connected',
  reconnect: 'QuickBooks has ended the connection. Connect it again in the settings.',
  notSetUp: 'QuickBooks cannot be connected on this installation yet. Ask whoever runs it.',
  stateUnknown: 'Invalid or expired state',
  codeUnknown: 'QuickBooks did not accept the sign-in. Start again with Connect to QuickBooks.',
  companyTaken: 'This QuickBooks company is connected to another organization already',
  otherCompany: 'Disconnect the present company first, then connect another one',
  companyUnknown: 'Choose a company that is connected',
  silent: 'QuickBooks is not answering. Try again in a few minutes.',
  customerByHand: 'A customer cannot be done by hand: payments and invoices need it',
  notMapped: 'Choose the accounts first',
  daySent: 'Money since this day is sent already. Choose an earlier one.',
  dayTooEarly: 'The first day must be after January 1, 2000',
  previewGone: 'Look again what would be sent: this preview is not the latest one, or is not finished',
  notSending: 'Nothing is being sent at the moment',
  accountUnknown: 'Choose an account of this kind',
} as const;
