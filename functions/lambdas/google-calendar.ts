import { googleHandlers } from '#functions/google-calendar/worker/handlers.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { accounts } from './wiring/google.ts';
import { partnerDecryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { now } from './wiring.ts';

export const handler = work(
  googleHandlers({
    table: table(),
    opener: partnerDecryptor(),
    accounts: accounts(),
    now,
    siteUrl: setting('STAFF_SITE_URL'),
  }),
);
