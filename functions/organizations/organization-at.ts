import { invalid } from '#domain/shared/contract/errors.ts';
import { type HomeRecord, publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository, type Organization } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** The organization of the home with this public address, and the home. Throws a 400 when there is none. */
export const organizationAt = async (
  table: Table,
  slug: string,
): Promise<{ organization: Organization; home: HomeRecord }> => {
  const card = await publicHomeProfile(table, slug);
  const organizations = card && createOrganizationRepository(table, keysOf(card.organization_id));
  const [organization, home] = await Promise.all([
    organizations?.organization(),
    card && organizations?.home(card.funeral_home_id),
  ]);
  if (!organization || !home) throw invalid({ slug: [`No funeral home has the public address ${slug}`] });
  return { organization, home };
};
