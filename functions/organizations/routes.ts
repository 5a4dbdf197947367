import { type Organization, organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { secondFactorMessages } from '#domain/shared/access/second-factor.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { type SecondFactor, secondFactor } from '#functions/team/repository/second-factor.ts';
import { type Organization as OrganizationRecord, organizations, policyOf } from './repository/organizations.ts';

const presentOrganization = (record: OrganizationRecord): Organization => ({
  id: record.id,
  name: record.name,
  second_factor: policyOf(record),
  month_report_mail: record.month_report_mail ?? true,
  version: record.version ?? 1,
});

/** Owners must use a second factor themselves before requiring it, to avoid locking themselves out. */
const assertOwnFactor = async (secondFactor: SecondFactor, { id, session }: Actor): Promise<void> => {
  const { signIns } = await secondFactor.read(id);
  if (!signIns.sessions.includes(session)) throw invalid({ second_factor: [secondFactorMessages.ownFirst] });
};

const updateOrganization = handler(
  organizationEndpoints.update,
  { organizations, secondFactor },
  ({ body }, { db, work, actor, forgetOrganization }) =>
    work.attempt(
      () => db.organizations.requireOrganization(),
      async (record) => {
        const before = presentOrganization(record);
        const { id, name, second_factor, month_report_mail, version } = before;
        if (body.version !== undefined && body.version !== version)
          throw conflictError(organizationEndpoints.update, { current: before });
        const wanted = {
          name: body.name ?? name,
          second_factor: body.second_factor ?? second_factor,
          month_report_mail: body.month_report_mail ?? month_report_mail,
        };
        const changes = changesBetween({ name, second_factor, month_report_mail }, wanted);
        if (changes.length === 0) return before;
        if (wanted.second_factor !== 'optional' && second_factor === 'optional')
          await assertOwnFactor(db.secondFactor, actor);
        const next = { ...before, ...wanted, version: version + 1 };
        const answer = await work
          .add(db.organizations.changeOrganization(record, next))
          .audit('organization.updated', id, changes)
          .announce('organization.updated', id, { organization_id: id })
          .finish(next);
        forgetOrganization();
        return answer;
      },
    ),
);

const getOrganization = handler(organizationEndpoints.get, { organizations }, async (_, { db }) =>
  presentOrganization(await db.organizations.requireOrganization()),
);

export const organizationRoutes = routesOf(organizationEndpoints, {
  get: getOrganization,
  update: updateOrganization,
});
