import { invalid } from '#domain/contract/errors.ts';
import type { CustomerRelation } from '#domain/customers/customer.schema.ts';
import type { Keys } from '#functions/store/keys.ts';
import { ChangedMeanwhile } from '#functions/store/on-current.ts';
import { after, type Item, type Table, type Write } from '#functions/store/table.ts';
import { type CaseFacts, type CaseLink, type Tombstone, withTotalsOf } from './customer-record.ts';
import type { CustomerChange, StoredCustomer } from './customers.ts';

/** Customer id → what the customer is to the case. */
export type CaseCustomers = ReadonlyMap<string, readonly CustomerRelation[]>;

/** Which fields of a case's informant section name a customer, so that an undo finds them again. */
export interface NamedIn {
  informant: boolean;
  /** Places in `next_of_kins`. */
  kin: number[];
}

/** A case whose customer is to become another one, or nobody. */
export interface Rewiring {
  caseId: string;
  section: Item | undefined;
  named: NamedIn;
  writes: Write[];
}

type Find = (id: string) => Promise<StoredCustomer | Tombstone | undefined>;
interface Kin {
  existingCustomerId?: string;
}

const unknownCustomer = () => invalid({ informant: ['Invalid customer selection'] });

/** The customer with this case's link set, or taken away, and its totals following. */
export const withLink = (customer: StoredCustomer, caseId: string, link: CaseLink | undefined): StoredCustomer => {
  const links = [...customer.links.filter(({ case_id }) => case_id !== caseId), ...(link ? [link] : [])];
  return { ...customer, links, record: withTotalsOf(customer.record, links) };
};

/** Both ends of a link: the customer's item of the case, and the case's item of the customer. */
export const linkWrites = (keys: Keys, customerId: string, caseId: string, link: CaseLink | undefined): Write[] =>
  link
    ? [
        { put: { ...keys.customerLink(customerId, caseId), ...link } },
        {
          put: { ...keys.caseCustomer(caseId, customerId), customer_id: customerId, relations: link.relations },
        },
      ]
    : [{ delete: keys.customerLink(customerId, caseId) }, { delete: keys.caseCustomer(caseId, customerId) }];

/** Who the case's customers are. */
export const customersOfCase = async (table: Table, keys: Keys, caseId: string): Promise<CaseCustomers> => {
  const items = await table.query({ pk: keys.caseItems(caseId), between: ['CUSTOMER#', after('CUSTOMER#')] });
  return new Map(items.map(({ customer_id, relations }) => [String(customer_id), relations as CustomerRelation[]]));
};

const followMerges = async (find: Find, id: string): Promise<StoredCustomer | undefined> => {
  const found = await find(id);
  return found && 'merged_into' in found ? followMerges(find, found.merged_into) : found;
};

const sameLink = (a: CaseLink | undefined, b: CaseLink | undefined): boolean => {
  const facts = (link: CaseLink | undefined) =>
    link && [
      link.case_number,
      link.deceased_full_name,
      link.status,
      link.service_date,
      link.paid_cents,
      link.relations,
    ];
  return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
};

/**
 * What changes with a case for its customers, for the transaction that creates, changes or deletes the case: links are
 * set to `facts` and to `wanted`, which is who they are now unless stated and nobody for a deleted case. Answers the
 * records to give to `customers.changes` and the writes of both ends. Throws 400 for a customer who does not exist.
 */
export const caseFollowers = async (
  { table, keys, find }: { table: Table; keys: Keys; find: Find },
  caseId: string,
  facts: CaseFacts,
  wanted?: CaseCustomers,
): Promise<{ changes: CustomerChange[]; writes: Write[] }> => {
  const current = await customersOfCase(table, keys, caseId);
  const next = wanted ?? current;
  const ids = [...new Set([...current.keys(), ...next.keys()])];
  const customers = new Map<string, { customer: StoredCustomer; relations: CustomerRelation[] }>();
  await Promise.all(
    ids.map(async (id) => {
      const customer = await followMerges(find, id);
      if (!customer && next.has(id)) throw unknownCustomer();
      if (!customer) return;
      const known = customers.get(customer.record.id)?.relations ?? [];
      const relations = [...new Set([...known, ...(next.get(id) ?? [])])];
      customers.set(customer.record.id, { customer, relations });
    }),
  );
  const changes: CustomerChange[] = [];
  const writes: Write[] = [];
  for (const { customer, relations } of customers.values()) {
    const before = customer.links.find(({ case_id }) => case_id === caseId);
    const link = relations.length ? { case_id: caseId, ...facts, relations: relations.toSorted() } : undefined;
    if (sameLink(before, link)) continue;
    const changed = withLink(customer, caseId, link).record;
    changes.push({ before: customer.record, next: { ...changed, revision: changed.revision + 1 } });
    writes.push(...linkWrites(keys, customer.record.id, caseId, link));
  }
  return { changes, writes };
};

const replaced = (values: Record<string, unknown>, named: NamedIn, to: string | undefined): Record<string, unknown> => {
  const { informant, next_of_kins, ...rest } = values;
  const kept = named.informant ? to : informant;
  const kins = (next_of_kins as Kin[] | undefined)?.map((kin, at) => {
    if (!named.kin.includes(at)) return kin;
    const { existingCustomerId: _gone, ...others } = kin;
    return to ? { ...others, existingCustomerId: to } : others;
  });
  return { ...rest, ...(kept ? { informant: kept } : {}), ...(kins ? { next_of_kins: kins } : {}) };
};

const namesOf = (values: Record<string, unknown>, id: string, within?: NamedIn): NamedIn => ({
  informant: values.informant === id && within?.informant !== false,
  kin: ((values.next_of_kins ?? []) as Kin[]).flatMap(({ existingCustomerId }, at) =>
    existingCustomerId === id && (!within || within.kin.includes(at)) ? [at] : [],
  ),
});

/**
 * Puts another customer, or nobody, where a case's informant section names `from`; with `within`, only at those
 * places. The section gets a new version, so that somebody who edits it at this moment sees the change.
 */
export const rewiringOf = (
  keys: Keys,
  caseId: string,
  section: Item | undefined,
  { from, to, within }: { from: string; to: string | undefined; within?: NamedIn | undefined },
): Rewiring => {
  const values = (section?.values ?? {}) as Record<string, unknown>;
  const named = namesOf(values, from, within);
  if (!section || (!named.informant && named.kin.length === 0)) return { caseId, section, named, writes: [] };
  const put = {
    ...keys.caseSection(caseId, 'informant'),
    version: Number(section.version) + 1,
    values: replaced(values, named, to),
  };
  const refused = (): Error => new ChangedMeanwhile();
  return { caseId, section, named, writes: [{ put, when: { equals: { version: section.version } }, refused }] };
};

/** The informant sections of some cases, at most 100. */
export const informantSections = async (
  table: Table,
  keys: Keys,
  caseIds: readonly string[],
): Promise<Map<string, Item>> => {
  const wanted = caseIds.map((id) => keys.caseSection(id, 'informant'));
  const items = new Map((await table.getAll(wanted)).map((item) => [item.pk, item]));
  return new Map(
    caseIds.flatMap((id, at) => {
      const item = items.get(wanted[at]?.pk ?? '');
      return item ? [[id, item] as const] : [];
    }),
  );
};
