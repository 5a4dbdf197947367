import { secondFactorMessages } from '#domain/access/second-factor.ts';
import { AppError, invalid, notFound } from '#domain/contract/errors.ts';
import type { Organization, organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import type { Handler, StaffContext } from '#functions/kernel/context.ts';
import { type Organization as OrganizationRecord, policyOf } from '#functions/records/organizations.ts';
import { changesBetween } from '#functions/store/audit.ts';
import { onCurrent } from '#functions/store/on-current.ts';

/** Whoever asks a second factor of others must have one: it stands in this very session, so nobody locks themselves out. */
const assertOwnFactor = async ({ db, actor }: StaffContext): Promise<void> => {
  const signIns = await db.secondFactor.signIns(actor.id);
  if (!signIns?.sessions.includes(actor.session)) throw invalid({ second_factor: [secondFactorMessages.ownFirst] });
};

export const presentOrganization = (record: OrganizationRecord): Organization => ({
  id: record.id,
  name: record.name,
  second_factor: policyOf(record),
  version: record.version ?? 1,
});

/** The organization's name and its rule for signing in. */
export const updateOrganization: Handler<typeof organizationEndpoints.update> = ({ body }, context) => {
  const { db, forgetOrganization } = context;
  return onCurrent(
    () => db.organizations.organization(),
    async (record) => {
      if (!record) throw notFound();
      const before = presentOrganization(record);
      const { id, name, second_factor, version } = before;
      if (body.version !== undefined && body.version !== version)
        throw new AppError('conflict', { extra: { current: before } });
      const wanted = { name: body.name ?? name, second_factor: body.second_factor ?? second_factor };
      const changes = changesBetween({ name, second_factor }, wanted);
      if (changes.length === 0) return before;
      if (wanted.second_factor !== 'optional' && second_factor === 'optional') await assertOwnFactor(context);
      const next = { ...before, ...wanted, version: version + 1 };
      const answer = await db.commit(
        [
          db.organizations.changeOrganization(record, next),
          db.audit.entry('ORGANIZATION', id, 'organization.updated', changes),
          db.outbox.event('organization.updated', id, { organization_id: id }),
        ],
        next,
      );
      forgetOrganization();
      return answer;
    },
  );
};
