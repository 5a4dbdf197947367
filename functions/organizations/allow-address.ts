import * as z from 'zod';
import { allowedAddress } from '#functions/organizations/repository/homes.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { NewHome } from './new-home.ts';
import { operatorWork } from './operator-work.ts';
import { organizationAt } from './organization-at.ts';

/** An address that looks like another organization's, and a home of the organization that may have it. */
export const AllowedAddress = z.object({
  beside: z.string('Beside is required'),
  slug: NewHome.shape.slug,
});
export type AllowedAddress = z.output<typeof AllowedAddress>;

/** Lets the administrators of an organization give a home of theirs this address. Answers what the organization is called. */
export const allowAddress = async (table: Table, { beside, slug }: AllowedAddress, now: Date): Promise<string> => {
  const { organization } = await organizationAt(table, beside);
  return operatorWork(table, organization.id, now)
    .add(allowedAddress(slug, organization.id))
    .audit('organization.updated', organization.id, [{ field: 'allowed_address', from: null, to: slug }])
    .finish(organization.name);
};
