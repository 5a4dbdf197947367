import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import { unambiguousAlphabet } from '#domain/families/family-code.ts';
import type { EventName, EventPayload } from '#domain/registry/event-catalog.ts';
import type { AuditAction, AuditKind } from '#domain/shared/audit/audit-actions.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { customersWithCases } from '#functions/customers/repository/customer-database.ts';
import { createExportRepository } from '#functions/exports/repository.ts';
import { createFirstCallRepository } from '#functions/first-calls/repository/first-calls.ts';
import { gateEntries } from '#functions/gates/repository.ts';
import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { checkNumbers } from '#functions/payments/repository/check-numbers.ts';
import { createPaymentRepository } from '#functions/payments/repository/payments.ts';
import { createPermitRepository } from '#functions/permits/repository.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import { auditEntries, auditWrite, type Change, type Trace } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { changeEncryptor, type KeyWrapper, subjectKeys } from '#functions/platform/store/subject-keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import { createSsnRepository } from '#functions/ssn/repository.ts';
import { priceLists } from '#functions/statements/repository/price-lists.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { createSecondFactorRepository } from '#functions/team/repository/second-factor.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { type DemoHome, type DemoOrganization, hoursBefore, type StaffEmail } from './demo-organization.ts';

/** Publishes no events, because demo data must send no emails. */
class QuietWork extends UnitOfWork {
  override announce(): this {
    return this;
  }
}

/** Returns all repositories of one organization, for the demo and tests. Handlers have only those they declare. */
export const databaseOf = (table: Table, organizationId: string, trace: Trace, wrapper?: KeyWrapper) => {
  const keys = keysOf(organizationId);
  return {
    organizations: createOrganizationRepository(table, keys),
    team: createTeamRepository(table, keys),
    secondFactor: createSecondFactorRepository(table, keys),
    submissions: createSubmissionRepository(table, keys),
    firstCalls: createFirstCallRepository(table, keys),
    cases: createCaseRepository(table, keys),
    customers: customersWithCases(table, keys),
    exports: createExportRepository(table, keys),
    priceLists: priceLists.in(table, keys),
    payments: createPaymentRepository(table, keys),
    checkNumbers: checkNumbers.in(table, keys),
    permits: createPermitRepository(table, keys),
    gateEntries: gateEntries.in(table, keys),
    statements: statements.in(table, keys),
    ssn: createSsnRepository(table, keys),
    audit: {
      entry: (action: AuditAction, id: string, changes?: readonly Change[]): Write =>
        auditWrite(keys, trace, action, id, changes),
      async of(kind: AuditKind, id: string): Promise<AuditEntry[]> {
        const entries = await auditEntries(table, keys, kind, id);
        return wrapper ? entries.map(await subjectKeys.in(table, keys).opener({ kind, id }, wrapper)) : entries;
      },
    },
    outbox: {
      event: <N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): Write =>
        outboxWrite(keys, organizationId, trace, [pendingEvent(name, aggregateId, payload)]),
    },
    quietWork: () =>
      new QuietWork(table, keys, organizationId, trace, {
        seal: wrapper ? changeEncryptor(table, keys, wrapper) : 'in clear',
      }),
    commit: (writes: readonly Write[]): Promise<void> => table.transact(composeTransaction(writes)),
  };
};
export type Database = ReturnType<typeof databaseOf>;

const namespace = '6f1c1d52-6d0a-4a53-9a3e-1f6b8e7c2d90';

type Kind =
  | 'customer'
  | 'organization'
  | 'home'
  | 'profile'
  | 'submission'
  | 'first-call'
  | 'case'
  | 'copies'
  | 'document'
  | 'import'
  | 'price-list'
  | 'payment'
  | 'assignment'
  | 'permit'
  | 'gate-entry'
  | 'care'
  | 'task'
  | 'day'
  | 'statement';

/** Returns the id of a demo record, equal for every seeding, so that tests can use it. */
export const demoId = (kind: Kind, name: string): string => uuid(`${kind} ${name}`, namespace);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the reference of a demo submission, such as `R-7K3M-9QTX`. */
export const demoReference = (name: string): string => {
  const bytes = [...digest(`reference ${name}`).subarray(0, 8)];
  const drawn = bytes.map((byte) => unambiguousAlphabet[byte % unambiguousAlphabet.length]).join('');
  return `R-${drawn.slice(0, 4)}-${drawn.slice(4)}`;
};

export const demoStatusToken = (name: string): string => digest(`status token ${name}`).toString('base64url');

/** Dependencies of the seeding; `now` is its start, also after a resume. */
export interface SeedDependencies {
  table: Table;
  cipher: SsnEncryptor;
  now: Date;
}

export interface Seeding extends SeedDependencies {
  organizationId: string;
  home(slug: string): HomeRecord;
  staffName(email: StaffEmail): string;
  staffId(email: StaffEmail): string | null;
  license(email: StaffEmail): string;
  instant(hoursAgo: number): string;
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
  services_tax_rate: '',
  special_charges_tax_rate: '',
  packages_tax_rate: '',
  cash_advances_tax_rate: '',
  tax_package_merchandise: false,
  contract_follows_statement: false,
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
