import { personOfCase } from '#domain/cases/case-duplicate-keys.ts';
import { missingForStage } from '#domain/cases/completeness.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { isSameCaller } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { nameIn } from '#functions/first-calls/repository/first-call-record.ts';
import { firstCalls, type KinRecord } from '#functions/first-calls/repository/first-calls.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { caseSectionsOf } from './shared/case-sections-of.ts';

/** So many customers of one number are shown: a care home's stands with many people. */
const maxAtOneNumber = 5;

const sectionsShown = (sections: CaseSectionValues) =>
  caseSections.flatMap(({ id, title, fields }) => {
    const values: Readonly<Record<string, unknown>> = sections[id] ?? {};
    const filled = fields.flatMap(({ name }) => (name in values ? [{ field: name, value: values[name] }] : []));
    return filled.length ? [{ id, title, values: filled }] : [];
  });

const atNumber = async (records: Customers, phone: string, now: Date): Promise<CustomerRow[]> =>
  phone ? records.search(phone.slice(-10), maxAtOneNumber, now) : [];

/** Reads what the conversion would do; it takes no number and changes nothing. */
export const conversionData = handler(
  firstCallEndpoints.conversionData,
  { firstCalls, cases, customers, organizations },
  async ({ params }, { db, now }) => {
    const sheet = await db.firstCalls.require(params.id);
    const home = await db.organizations.home(sheet.funeral_home_id);
    if (!home) throw new Error('a first call without a home');
    const today = todayIn(home.time_zone, now);
    const sections = caseSectionsOf(sheet);
    const kinShown = async ({ id, values }: KinRecord) => {
      const [first_name, last_name, phone] = ['first_name', 'last_name', 'phone'].map((name) => stringAt(values, name));
      const found = await atNumber(db.customers, phone ?? '', now);
      const caller = { first_name: first_name ?? '', last_name: last_name ?? '', phone: phone ?? '' };
      return {
        id,
        name: nameIn(values, 'first_name', 'last_name'),
        relationship: stringAt(values, 'relationship'),
        can_become_customer: Boolean(first_name && last_name),
        customers: found.map((customer) => ({ customer, is_same: isSameCaller(customer, caller) })),
      };
    };
    const [number, possible_cases, next_of_kins] = await Promise.all([
      sheet.case_number ?? db.cases.nextNumber(home.id, Number(today.slice(0, 4)), home.case_numbering),
      db.cases.alike(personOfCase(sections), sheet.case_id ?? undefined),
      Promise.all(sheet.next_of_kins.map(kinShown)),
    ]);
    return {
      id: sheet.id,
      version: sheet.version,
      case_id: sheet.case_id,
      case_number: typeof number === 'string' ? number : number.number,
      sections: sectionsShown(sections),
      missing: missingForStage(sections, { today, stage: 'active' }),
      possible_cases,
      next_of_kins,
    };
  },
);
