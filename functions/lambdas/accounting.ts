import { accountingRoutes } from '#functions/accounting/routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { partnerSealer as makeSealer, partnerOpener } from './parts/partners.ts';
import { quickBooksCompanies, quickBooksDoorOf, quickBooksParts } from './parts/quickbooks.ts';
import { table as makeTable } from './parts/table.ts';
import { apiSettings, now } from './parts.ts';

const table = makeTable();
const partnerSealer = makeSealer();
const parts = quickBooksParts(now);

export const handler = createApi(
  accountingRoutes,
  {
    table,
    partnerSealer,
    quickBooksDoor: quickBooksDoorOf(parts),
    quickBooks: quickBooksCompanies(parts, { table, opener: partnerOpener(), sealer: partnerSealer }),
  },
  apiSettings(),
);
