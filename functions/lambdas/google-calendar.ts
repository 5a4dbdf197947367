import { googleHandlers } from '#functions/google-calendar/worker/handlers.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { accounts } from './wiring/google.ts';
import { partnerDecryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';
import { logger, now, queue } from './wiring.ts';

export const handler = createWorker(
  googleHandlers({
    ...{ table: table(), opener: partnerDecryptor(), accounts: accounts(), now },
    siteUrl: setting('STAFF_SITE_URL'),
  }),
  { logger, queue: queue(), now },
);
