import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import { partnerDecryptor, partnerEncryptor } from './wiring/partners.ts';
import { quickBooksCompanies, quickBooksParts, workersPace } from './wiring/quickbooks.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { now } from './wiring.ts';

const table = makeTable();
const sealed = { table, decryptor: partnerDecryptor(), encryptor: partnerEncryptor() };

export const handler = work(
  quickBooksHandlers({ table, companies: quickBooksCompanies(quickBooksParts(now), sealed, workersPace), now }),
);
