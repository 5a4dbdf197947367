import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { homeSchema } from '#functions/organizations/repository/homes.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { auditWrite } from '#functions/platform/store/audit/audit.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { type Item, prefixEnd, Table } from '#functions/platform/store/table.ts';
import { type CaseOwners, casePopulation, type InventedCase } from './case-population.ts';
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

const storedOf = (keys: Keys, { core, sections }: InventedCase): Item[] => [
  caseSchema.item(keys.case(core.id), core),
  { ...keys.caseNumber(core.case_number), case_id: core.id },
  ...Object.entries(sections).map(([section, values]) =>
    caseSectionSchema.item(keys.caseSection(core.id, section), { version: 1, updated_at: core.updated_at, values }),
  ),
];

/** The homes and the staff of an organization, in the order of their ids. */
const ownersIn = async (table: Table, organizationId: string): Promise<CaseOwners> => {
  const keys = keysOf(organizationId);
  const [homes, profiles] = await Promise.all([
    table.query({ pk: keys.homes(), between: ['HOME#', prefixEnd('HOME#')] }),
    table.query({ pk: keys.profiles() }),
  ]);
  return {
    organizationId,
    homes: homes.map((item) => homeSchema.parse(item)),
    staff: profiles.map((item) => {
      const { id, first_name, last_name } = profileSchema.parse(item);
      return { id, name: `${first_name} ${last_name}`.trim() };
    }),
  };
};

/** Adds invented cases to an organization (see {@link importRecords}); answers how many. */
export const importCases = async (job: Import): Promise<number> => {
  const owners = await ownersIn(new Table(job.client, job.tableName), job.organizationId);
  return importRecords(job, {
    marker: 'CASES',
    population: (first, count, until, withinMs) => casePopulation(owners, first, count, until, withinMs),
    itemsOf: (keys, invented) => [...storedOf(keys, invented), ...openingOf(keys, invented)],
  });
};
