import { accountingEndpoints } from '#domain/accounting/accounting.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { exportReconciliation } from './export-reconciliation.ts';

export const accountingDisclosures = disclosuresOf(accountingEndpoints, { exportReconciliation });
