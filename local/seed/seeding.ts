import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { hoursBefore } from './calendar.ts';
import { type Database, databaseOf } from './database.ts';
import { demoId } from './demo-id.ts';
import type { DemoHome, DemoOrganization, StaffEmail } from './demo-organization.ts';

/** What the demonstration is made with; `now` is when the seeding began, also for one that goes on after a kill. */
export interface SeedDependencies {
  table: Table;
  cipher: SsnEncryptor;
  now: Date;
}

/** The seeding of one organization. */
export interface Seeding extends SeedDependencies {
  organizationId: string;
  home(slug: string): HomeRecord;
  staffName(email: StaffEmail): string;
  staffId(email: StaffEmail): string | null;
  /** '' of who has none. */
  license(email: StaffEmail): string;
  instant(hoursAgo: number): string;
  /** The organization's records as a member of staff, or the family on the public form, worked on them. */
  databaseAs(who: StaffEmail | 'family', hoursAgo: number): Database;
}

export const seedingOf = (dependencies: SeedDependencies, organization: DemoOrganization): Seeding => {
  const organizationId = demoId('organization', organization.name);
  const homes = new Map(organization.homes.map((home) => [home.slug, homeRecord(organizationId, home)]));
  const staff = new Map(
    organization.staff.map(({ email, name, role }) => [
      email,
      { id: demoId('profile', email), name: name.join(' '), role },
    ]),
  );
  const actorOf = (who: StaffEmail | 'family'): Trace['actor'] =>
    who === 'family'
      ? { id: null, name: 'Public form', role: null }
      : (staff.get(who) ?? unknown(who, organization.name));
  return {
    ...dependencies,
    organizationId,
    home: (slug) => homes.get(slug) ?? unknown(slug, organization.name),
    staffName: (email) => actorOf(email).name,
    staffId: (email) => actorOf(email).id,
    license: (who) => organization.staff.find(({ email }) => email === who)?.license ?? '',
    instant: (hoursAgo) => hoursBefore(dependencies.now, hoursAgo),
    databaseAs: (who, hoursAgo) =>
      databaseOf(dependencies.table, organizationId, {
        actor: actorOf(who),
        ip: null,
        requestId: 'demonstration',
        now: new Date(hoursBefore(dependencies.now, hoursAgo)),
      }),
  };
};

const unknown = (name: string, organization: string): never => {
  throw new Error(`${organization} has no ${name}`);
};

const homeRecord = (organizationId: string, home: DemoHome): HomeRecord => ({
  id: demoId('home', home.slug),
  organization_id: organizationId,
  name: home.name,
  slug: home.slug,
  logo_url: home.logo,
  phone: home.phone,
  emergency_phone: home.emergencyPhone,
  time_zone: home.timeZone,
  sales_tax_rate: home.salesTax ?? '',
  ...{ services_tax_rate: '', special_charges_tax_rate: '', packages_tax_rate: '', cash_advances_tax_rate: '' },
  ...{ tax_package_merchandise: false, contract_follows_statement: false },
  signature_reminders: 'every_three_days',
  condolence_message: home.condolence,
  case_numbering: { prefix: home.prefix, padding: 4 },
  former_slugs: [],
  address: home.address[0],
  city: home.address[1],
  state: home.address[2],
  zip_code: home.address[3],
  license_number: home.license,
  include_territories: false,
  version: 1,
  notification_emails: [...home.notify],
});
