import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { exportReport } from './export-report.ts';

export const insightDisclosures = disclosuresOf(insightEndpoints, { export: exportReport });
