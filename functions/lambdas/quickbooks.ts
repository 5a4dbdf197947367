import { createWorker } from '#functions/platform/workers/worker.ts';
import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import { partnerDecryptor, partnerEncryptor } from './wiring/partners.ts';
import { quickBooksCompanies, quickBooksParts, workersPace } from './wiring/quickbooks.ts';
import { table as makeTable } from './wiring/table.ts';
import { logger, now, queue } from './wiring.ts';

const table = makeTable();
const sealed = { table, opener: partnerDecryptor(), sealer: partnerEncryptor() };

export const handler = createWorker(
  quickBooksHandlers({ table, companies: quickBooksCompanies(quickBooksParts(now), sealed, workersPace), now }),
  { logger, queue: queue(), now },
);
