import { caseOrderProjection } from '#functions/projections/case-orders.ts';
import { caseProjection } from '#functions/projections/cases.ts';
import { cremationProjection } from '#functions/projections/cremations.ts';
import { deadlineProjection } from '#functions/projections/deadlines.ts';
import { paymentProjection } from '#functions/projections/payments.ts';
import { caseSectionShape, caseShape } from '#functions/records/cases/case-record.ts';
import { paymentShape } from '#functions/records/money/payment-record.ts';
import { homeShape } from '#functions/records/organizations/homes.ts';
import { profileShape } from '#functions/records/organizations/organization-record.ts';
import { auditWrite } from '#functions/store/audit/audit.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import { after, type Item, Table } from '#functions/store/table.ts';
import { type CaseOwners, casePopulation, type Density, type InventedCase } from './case-population.ts';
import { type Import, importRecords } from './record-import.ts';

/** That the case was opened, with a place of today in the timeline, so that it is sealed like every other entry. */
const openingOf = (keys: Keys, { core, entryId: id }: InventedCase): Item[] => {
  const actor = { id: core.created_by_id ?? '', name: core.created_by_name ?? '', role: 'super_admin' };
  const now = new Date(core.created_at);
  const write = auditWrite(keys, { actor, ip: null, requestId: 'import', now }, 'case.created', core.id);
  if (!('put' in write)) return [];
  // The same at every making, as the import goes on after it was killed.
  return [{ ...write.put, id, sk: `${core.created_at}#${id}`, gsi1sk: `${new Date().toISOString()}#${id}` }];
};

const itemsOf = (keys: Keys, invented: InventedCase): Item[] => [
  ...storedOf(keys, invented),
  ...openingOf(keys, invented),
];

const storedOf = (keys: Keys, { core, sections }: InventedCase): Item[] => [
  caseShape.item(keys.case(core.id), core),
  { ...keys.caseNumber(core.case_number), case_id: core.id },
  ...Object.entries(sections).map(([section, values]) =>
    caseSectionShape.item(keys.caseSection(core.id, section), { version: 1, updated_at: core.updated_at, values }),
  ),
];

/** The homes and the staff of an organization, in the order of their ids. */
const ownersIn = async (table: Table, organizationId: string): Promise<CaseOwners> => {
  const keys = keysOf(organizationId);
  const [homes, profiles] = await Promise.all([
    table.query({ pk: keys.homes(), between: ['HOME#', after('HOME#')] }),
    table.query({ pk: keys.profiles() }),
  ]);
  return {
    organizationId,
    homes: homes.map((item) => homeShape.parse(item)),
    staff: profiles.map((item) => {
      const { id, first_name, last_name } = profileShape.parse(item);
      return { id, name: `${first_name} ${last_name}`.trim() };
    }),
  };
};

/** Fills an organization's lists with invented cases (see {@link importRecords}); answers how many. */
export const importCases = async (job: Import & Density): Promise<number> => {
  const owners = await ownersIn(new Table(job.client, job.tableName), job.organizationId);
  return importRecords(job, {
    marker: 'CASES',
    projections: [caseProjection, caseOrderProjection, cremationProjection],
    ofCopies: [deadlineProjection],
    population: (first, count, until, withinMs) =>
      casePopulation(owners, first, count, until, { withinMs, nameShare: job.nameShare, payments: job.payments }),
    idOf: ({ core }) => core.id,
    itemsOf,
  });
};

/**
 * The payments of cases that were imported with the same number of each, of `count` cases, in an organization that had none
 * of both before: then the same cases are invented here. Answers of how many cases.
 */
export const importPayments = async (job: Import & Density): Promise<number> => {
  const owners = await ownersIn(new Table(job.client, job.tableName), job.organizationId);
  return importRecords(job, {
    marker: 'PAYMENTS',
    projections: [paymentProjection],
    *population(first, count, until, withinMs) {
      for (const group of casePopulation(owners, first, count, until, { ...job, withinMs }))
        yield group.flatMap(({ payments }) => payments);
    },
    idOf: ({ id }) => id,
    itemsOf: (keys, payment) => [
      paymentShape.item(keys.payment(payment.id), payment),
      { ...keys.ledgerEntry(payment.case_id, payment.id) },
    ],
  });
};
