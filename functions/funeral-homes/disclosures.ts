import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { getHomeAuditLog } from './get-audit-log.ts';

export const funeralHomeDisclosures = disclosuresOf(funeralHomeEndpoints, { auditLog: getHomeAuditLog });
