import * as z from 'zod';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { addressTaken, addressWrites, NewHome, newHome } from './new-home.ts';
import { operatorWork } from './operator-work.ts';
import { organizationAt } from './organization-at.ts';

/** A further home, and the public address of one that the organization has. */
export const AdditionalHome = NewHome.extend({ beside: z.string('Beside is required') });
export type AdditionalHome = z.output<typeof AdditionalHome>;

/**
 * Another home of an organization. Whoever is told of submissions at the home beside it is told of its own too, until
 * the organization says otherwise. Throws a 400 when the public address is taken, or looks like another organization's.
 */
export const addHome = async (table: Table, wanted: AdditionalHome, now: Date): Promise<HomeRecord> => {
  const { organization, home: sister } = await organizationAt(table, wanted.beside);
  const homes = createOrganizationRepository(table, keysOf(organization.id));
  const prefixes = await homes.prefixes();
  const home = newHome(organization.id, wanted, sister.notification_emails, [...prefixes.keys()]);
  return operatorWork(table, organization.id, now)
    .add(await addressWrites(homes, home, wanted), homes.createHome(home, addressTaken))
    .audit('home.created', home.id)
    .finish(home);
};
