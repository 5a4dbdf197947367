import { googleScopes } from '#domain/google-calendar/google-event.ts';
import type { GoogleConnector } from '#functions/google-calendar/client/google-connector.ts';

export const googleInMemory: GoogleConnector = {
  siteUrl: 'http://127.0.0.1:4000',
  authUrl: async (state) => `https://google.example/auth?state=${state}`,
  exchange: async () => ({
    refreshToken: '1//0-of-the-test',
    scope: googleScopes.join(' '),
    email: 'calendar@google.example',
  }),
  account: async () => ({
    newCalendar: async (name) => ({ id: `${name.length}@group.calendar.google.com`, name }),
    calendars: async () => [],
    revoke: async () => {},
  }),
};
