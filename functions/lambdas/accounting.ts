import { quickBooksRoutes } from '#functions/quickbooks/routes.ts';
import { serve } from './wiring/api.ts';
import { partnerEncryptor as makeEncryptor, partnerDecryptor } from './wiring/partners.ts';
import { quickBooksCompanies, quickBooksConnectorOf, quickBooksParts } from './wiring/quickbooks.ts';
import { table as makeTable } from './wiring/table.ts';
import { now } from './wiring.ts';

const table = makeTable();
const partnerEncryptor = makeEncryptor();
const parts = quickBooksParts(now);

export const handler = serve(quickBooksRoutes, {
  table,
  partnerEncryptor,
  quickBooksConnector: quickBooksConnectorOf(parts),
  quickBooks: quickBooksCompanies(parts, { table, decryptor: partnerDecryptor(), encryptor: partnerEncryptor }),
});
