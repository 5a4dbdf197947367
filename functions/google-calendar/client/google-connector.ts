import { googleAccount } from './google-calendar.ts';
import { exchangeCode, type GoogleApp, type GoogleEndpoints, googleAuthUrl } from './google-oauth.ts';

/** Whoever connects an organization to Google Calendar comes in here. */
export interface GoogleConnector {
  /** Where the product itself is: Google sends browsers and announcements there. */
  siteUrl: string;
  authUrl(state: string): Promise<string>;
  exchange(code: string, state: string): ReturnType<typeof exchangeCode>;
  account(
    refreshToken: string,
  ): Promise<Pick<ReturnType<typeof googleAccount>, 'newCalendar' | 'calendars' | 'revoke'>>;
}

interface DoorOptions {
  endpoints: GoogleEndpoints;
  app: () => Promise<GoogleApp>;
  siteUrl: string;
  now: () => Date;
}

/** Where Google sends the browser back; registered there with the OAuth client. */
export const redirectUriOf = (siteUrl: string): string => `${siteUrl}/settings/calendar/google`;

const optionsOf = async ({ endpoints, app, siteUrl, now }: DoorOptions) => ({
  ...{ endpoints, now, redirectUri: redirectUriOf(siteUrl) },
  app: await app(),
});

export const googleDoorAt = (door: DoorOptions): GoogleConnector => ({
  siteUrl: door.siteUrl,
  authUrl: async (state) => {
    const { endpoints, app, redirectUri } = await optionsOf(door);
    return googleAuthUrl(endpoints, app, { redirectUri, state });
  },
  exchange: async (code, state) => exchangeCode(await optionsOf(door), code, state),
  account: async (refreshToken) => googleAccount(await optionsOf(door), refreshToken),
});

/** The accounts that workers ask, each kept with its access token for as long as this process lives. */
export const googleAccounts = (door: DoorOptions) => {
  const kept = new Map<string, ReturnType<typeof googleAccount>>();
  const most = 200;
  return async (refreshToken: string): Promise<ReturnType<typeof googleAccount>> => {
    const known = kept.get(refreshToken);
    if (known) return known;
    const account = googleAccount(await optionsOf(door), refreshToken);
    if (kept.size >= most) kept.clear();
    kept.set(refreshToken, account);
    return account;
  };
};
export type GoogleAccounts = ReturnType<typeof googleAccounts>;
