import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { memberAuditLog } from './member-audit-log.ts';

export const teamDisclosures = disclosuresOf(teamEndpoints, { memberAuditLog });
