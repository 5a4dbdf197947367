import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { maskSsn } from '#domain/values/ssn.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { deceasedName } from '#functions/records/cases.ts';

export const getCase: Handler<typeof caseEndpoints.get> = async ({ params }, { db }) => {
  const { core, sections } = await db.cases.require(params.id);
  const { organization_id: _organization, ssn_id: _id, ssn_last4, ...shown } = core;
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  return {
    ...Object.assign({}, ...Object.values(values)),
    ...shown,
    deceased_full_name: deceasedName(values),
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
    section_versions: Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.version])),
  };
};
