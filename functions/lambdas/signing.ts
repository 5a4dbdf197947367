import { setting } from '#functions/platform/adapters/env.ts';
import { docusealLimitMs } from '#functions/signatures/client/docuseal.ts';
import { signingConnectionRoutes } from '#functions/signatures/connection/routes.ts';
import { signingServiceRoutes } from '#functions/signatures/service/routes.ts';
import { serve } from './wiring/api.ts';
import {
  allowedServices,
  docusealAccounts,
  partnerDecryptor,
  partnerEncryptor,
  signingConnector,
} from './wiring/partners.ts';
import { table as makeTable } from './wiring/table.ts';

const table = makeTable();
const services = allowedServices();

export const handler = serve([...signingConnectionRoutes, ...signingServiceRoutes], {
  table,
  partnerEncryptor: partnerEncryptor(),
  signingConnector: signingConnector(services, setting('STAFF_SITE_URL')),
  docuseal: docusealAccounts({ table, opener: partnerDecryptor(), services, limitMs: docusealLimitMs.person }),
});
