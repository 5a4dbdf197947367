import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { maskSsn } from '#domain/values/ssn.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { deceasedName } from '#functions/records/cases.ts';

export const getCase: Handler<typeof caseEndpoints.get> = async ({ params }, { db }) => {
  const [{ core, sections }, names] = await Promise.all([db.cases.require(params.id), db.organizations.homeNames()]);
  const {
    organization_id: _organization,
    ssn_id: _id,
    ssn_last4,
    paid_cents: _paid,
    customers: _customers,
    ...shown
  } = core;
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  return {
    ...Object.assign({}, ...Object.values(values)),
    ...shown,
    funeral_home_name: names.get(core.funeral_home_id) ?? '',
    deceased_full_name: deceasedName(values),
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
    section_versions: Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.version])),
  };
};
