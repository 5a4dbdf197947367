import { createWorker } from '#functions/platform/workers/worker.ts';
import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import { partnerDecryptor, partnerEncryptor } from './parts/partners.ts';
import { quickBooksCompanies, quickBooksParts, workersPace } from './parts/quickbooks.ts';
import { table as makeTable } from './parts/table.ts';
import { logger, now, queue } from './parts.ts';

const table = makeTable();
const sealed = { table, opener: partnerDecryptor(), sealer: partnerEncryptor() };

export const handler = createWorker(
  quickBooksHandlers({ table, companies: quickBooksCompanies(quickBooksParts(now), sealed, workersPace), now }),
  { logger, queue: queue(), now },
);
