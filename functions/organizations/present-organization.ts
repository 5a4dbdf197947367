import type { Organization } from '#domain/organizations/organization.endpoints.ts';
import {
  type Organization as OrganizationRecord,
  policyOf,
} from '#functions/organizations/repository/organizations.ts';

export const presentOrganization = (record: OrganizationRecord): Organization => ({
  id: record.id,
  name: record.name,
  second_factor: policyOf(record),
  month_report_mail: record.month_report_mail ?? true,
  version: record.version ?? 1,
});
