/** Why a connection to Google Calendar does not come about, and what stands in the way of one that was. */
export const googleMessages = {
  stateOver: 'This sign-in at Google is over or belongs to somebody else. Start again.',
  codeRefused: 'Google did not take this sign-in. Start again.',
  scopesLacking: 'Stillwater needs everything that Google asked about. Connect again and leave all boxes ticked.',
  noRefresh: 'Google gave no lasting access. Connect again.',
  silent: 'Google does not answer at the moment. Try again in a few minutes.',
  notConnected: 'Google Calendar is not connected.',
  notSetUp: 'Google Calendar is not set up here yet: whoever runs Stillwater for you has to do that first.',
  foreignAddress: 'Changes are announced to this product’s own address alone.',
  reconnect: 'Google no longer lets Stillwater in. Connect again.',
  calendarGone: 'The calendar was deleted in Google. Connect again, and a new one is made.',
} as const;
