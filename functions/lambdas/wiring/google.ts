import * as z from 'zod';
import { googleAccounts, googleConnectorAt } from '#functions/google-calendar/client/google-connector.ts';
import { GoogleEndpoints, googleAppOf } from '#functions/google-calendar/client/google-oauth.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { jsonSecret } from '#functions/platform/adapters/secrets.ts';
import { now } from '../wiring.ts';

const options = () => ({
  endpoints: GoogleEndpoints.parse(JSON.parse(setting('GOOGLE_ENDPOINTS'))),
  app: async () => googleAppOf(await jsonSecret(setting('GOOGLE_SECRET_ID'), z.unknown())),
  siteUrl: setting('STAFF_SITE_URL'),
  now,
});

export const googleConnector = () => googleConnectorAt(options());
export const accounts = () => googleAccounts(options());
