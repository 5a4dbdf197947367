import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { listEntries, markDone, sendAgain } from './accounting-entries.ts';
import { listAccounts, listInvoices } from './accounts-and-invoices.ts';
import { startConnection } from './begin-connecting.ts';
import { chooseCompany } from './choose-company.ts';
import { disconnect } from './disconnect.ts';
import { completeConnection } from './finish-connecting.ts';
import { readOverview } from './read-overview.ts';
import { readStatus } from './read-status.ts';
import { reconcileMonth } from './reconcile-month.ts';
import { readSettings, saveSettings } from './settings.ts';
import { previewSync, readProgress, startSync, stopSync, triggerSync } from './sync-runs.ts';

export const accountingRoutes = routesOf(accountingEndpoints, {
  authUrl: startConnection,
  exchange: completeConnection,
  status: readStatus,
  disconnect,
  chooseCompany,
  accounts: listAccounts,
  invoices: listInvoices,
  overview: readOverview,
  trigger: triggerSync,
  syncProgress: readProgress,
  previewSync,
  startSync,
  stopSync,
  entries: listEntries,
  sendAgain,
  markDone,
  reconciliation: reconcileMonth,
  settings: readSettings,
  saveSettings,
});
