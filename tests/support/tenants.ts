import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Role, roles } from '#domain/shared/access/roles.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { databaseOf } from '#local/seed/seeding.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';

export interface Tenant {
  id: string;
  home: HomeRecord;
  profiles: Record<Role, Profile>;
}

export const trace = {
  actor: { id: null, name: 'System', role: null } as const,
  ip: null,
  requestId: 'seed',
  now: new Date(),
};

/** Returns a member of each role at one location. */
export const staffOf = (organizationId: string, homeId: string, slug: string): Record<Role, Profile> => {
  const profile = (role: Role): Profile => ({
    id: uuid(),
    organization_id: organizationId,
    funeral_home_id: homeId,
    sub: randomUUID(),
    email: `${role}@${slug}.example`,
    first_name: 'Test',
    last_name: role,
    role,
    status: 'active',
    created_at: new Date().toISOString(),
  });
  return Object.fromEntries(roles.map((role) => [role, profile(role)])) as Record<Role, Profile>;
};

export const addTenant = async (table: Table, slug: string, timeZone = 'America/New_York'): Promise<Tenant> => {
  const id = uuid();
  const db = databaseOf(table, id, trace, testKeyWrapper);
  const home: HomeRecord = {
    id: uuid(),
    organization_id: id,
    name: `Home of ${slug}`,
    slug,
    logo_url: null,
    phone: '9045550100',
    emergency_phone: '9045550101',
    condolence_message: null,
    time_zone: timeZone,
    sales_tax_rate: '',
    ...{ services_tax_rate: '', special_charges_tax_rate: '', packages_tax_rate: '', cash_advances_tax_rate: '' },
    ...{ tax_package_merchandise: false, contract_follows_statement: false },
    signature_reminders: 'every_three_days',
    case_numbering: { prefix: 'WA', padding: 4 },
    notification_emails: [`staff@${slug}.example`],
    former_slugs: [],
    address: '1 Main Street',
    city: 'St. Augustine',
    state: 'FL',
    zip_code: '32084',
    license_number: '',
    include_territories: false,
    version: 1,
  };
  const profiles = staffOf(id, home.id, slug);
  await db.commit([
    registerOrganization(id),
    db.organizations.putOrganization({
      id,
      name: `Organization ${slug}`,
      onboarding: { done: [], completed_at: null },
    }),
    ...db.organizations.putHome(home),
    ...Object.values(profiles).flatMap((profile) => db.organizations.putProfile(profile)),
  ]);
  return { id, home, profiles };
};
