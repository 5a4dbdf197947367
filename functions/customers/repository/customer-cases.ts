import { invalid } from '#domain/shared/contract/errors.ts';
import {
  type CaseCustomers,
  type CaseRecord,
  type CaseSection,
  caseSchema,
  caseSectionSchema,
} from '#functions/cases/repository/case-record.ts';
import { type CaseLink, caseLink, sectionsOf } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { customerSchema } from './customer-record.ts';
import type { StoredCustomer } from './customers.ts';

export interface LinkedCase {
  core: CaseRecord;
  informant: CaseSection | undefined;
  link: (relations: CaseLink['relations']) => CaseLink;
}

export interface CustomerReferences {
  informant: boolean;
  kin: number[];
}

interface Kin {
  existingCustomerId?: string;
}

const unknownCustomer = () => invalid({ informant: ['Invalid customer selection'] });

/**
 * Returns the write that counts a case of the customer. It requires that the customer exists and was not merged, so
 * that none is deleted or merged past a new case. After a concurrent merge, the retry finds the survivor by
 * `standing`.
 */
export const linkWrite = (keys: Keys, customerId: string): Write => ({
  ...customerSchema.update(keys.customer(customerId), { add: { link_count: 1 } }),
  when: { equals: { id: customerId, merged_into: undefined } },
  refused: (current) => (current ? new WriteConflictError() : unknownCustomer()),
});

/** Returns the write that subtracts a case. */
export const unlinkWrite = (keys: Keys, customerId: string): Write => ({
  ...customerSchema.update(keys.customer(customerId), { add: { link_count: -1 } }),
  when: { equals: { id: customerId, merged_into: undefined } },
  refused: () => new WriteConflictError(),
});

export const relinkWrites = (keys: Keys, before: CaseCustomers, next: CaseCustomers): Write[] => [
  ...Object.keys(next)
    .filter((id) => !(id in before))
    .map((id) => linkWrite(keys, id)),
  ...Object.keys(before)
    .filter((id) => !(id in next))
    .map((id) => unlinkWrite(keys, id)),
];

/** Returns the cases of these ids that exist. */
export const readCases = async (table: Table, keys: Keys, ids: readonly string[]): Promise<LinkedCase[]> => {
  const wanted = ids.flatMap((id) => [
    keys.case(id),
    ...['informant', 'deceased', 'service'].map((section) => keys.caseSection(id, section)),
  ]);
  const byPartition = Map.groupBy(await table.getAll(wanted), ({ pk }) => pk);
  return ids.flatMap((id): LinkedCase[] => {
    const own = byPartition.get(keys.case(id).pk) ?? [];
    const main = own.find(({ sk }) => sk === 'CASE');
    if (!main) return [];
    const core = caseSchema.parse(main);
    const sections = sectionsOf(own);
    const values = Object.fromEntries(Object.entries(sections).map(([section, one]) => [section, one.values]));
    return [{ core, informant: sections.informant, link: (relations) => caseLink(core, values, relations) }];
  });
};

/**
 * Returns all cases that name a customer. Links follow their case a little later, so the customer's count decides
 * whether these are all. Throws {@link WriteConflictError} if one is still missing.
 */
export const casesOf = async (table: Table, keys: Keys, { record, links }: StoredCustomer): Promise<LinkedCase[]> => {
  if (record.link_count === 0) return [];
  const found = await readCases(
    table,
    keys,
    links.map(({ case_id }) => case_id),
  );
  const own = found.filter(({ core }) => record.id in core.customers);
  if (own.length !== record.link_count) throw new WriteConflictError();
  return own;
};

export const withLink = (customer: StoredCustomer, caseId: string, link: CaseLink | undefined): StoredCustomer => ({
  ...customer,
  links: [...customer.links.filter(({ case_id }) => case_id !== caseId), ...(link ? [link] : [])],
});

const replaced = (
  values: Record<string, unknown>,
  named: CustomerReferences,
  to: string | undefined,
): Record<string, unknown> => {
  const { informant, next_of_kins, ...rest } = values;
  const kept = named.informant ? to : informant;
  const nextOfKinList = (next_of_kins as Kin[] | undefined)?.map((nextOfKin, at) => {
    if (!named.kin.includes(at)) return nextOfKin;
    const { existingCustomerId: _gone, ...others } = nextOfKin;
    return to ? { ...others, existingCustomerId: to } : others;
  });
  return { ...rest, ...(kept ? { informant: kept } : {}), ...(nextOfKinList ? { next_of_kins: nextOfKinList } : {}) };
};

const namesOf = (values: Record<string, unknown>, id: string, within?: CustomerReferences): CustomerReferences => ({
  informant: values.informant === id && within?.informant !== false,
  kin: ((values.next_of_kins ?? []) as Kin[]).flatMap(({ existingCustomerId }, at) =>
    existingCustomerId === id && (!within || within.kin.includes(at)) ? [at] : [],
  ),
});

/**
 * Replaces `from` in a case's informant section by another customer or none; with `within`, only at those indexes. The
 * section gets a new version, so that a concurrent editor sees the change. Returns the section, or undefined if the
 * case has none.
 */
export const replaceCustomerReference = (
  keys: Keys,
  { core, informant: section }: LinkedCase,
  {
    from,
    to,
    within,
    now,
  }: { from: string; to: string | undefined; within?: CustomerReferences | undefined; now: Date },
): { named: CustomerReferences; values: Record<string, unknown> | undefined; writes: Write[] } => {
  const named = namesOf(section?.values ?? {}, from, within);
  if (!section || (!named.informant && named.kin.length === 0)) return { named, values: section?.values, writes: [] };
  const next: CaseSection = {
    ...section,
    version: section.version + 1,
    updated_at: now.toISOString(),
    values: replaced(section.values, named, to),
  };
  return {
    named,
    values: next.values,
    writes: [
      {
        put: caseSectionSchema.item(keys.caseSection(core.id, 'informant'), next),
        when: { equals: { version: section.version } },
        refused: () => new WriteConflictError(),
      },
    ],
  };
};
