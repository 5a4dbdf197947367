import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { mergeSchema } from '#functions/customers/repository/customer-merges.ts';
import { type CustomerRecord, customerOf, isTombstone } from '#functions/customers/repository/customer-record.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;
const organizationOf = ({ pk }: Key): string => pk.split('#')[1] ?? '';

interface Customer {
  item: Item;
  organization: string;
  record: CustomerRecord;
}

const customersOf = (items: readonly Item[]): Customer[] =>
  items
    .filter((item) => /^T#[^#]+#CUSTOMER#[^#]+ \| CUSTOMER$/.test(idOf(item)))
    .flatMap((item): Customer[] => {
      const record = customerOf(item);
      return isTombstone(record) ? [] : [{ item, organization: organizationOf(item), record }];
    });

/** Every case names existing customers, and every customer counts its cases. */
function* links(items: readonly Item[], customers: readonly Customer[]): Generator<string> {
  const known = new Map(customers.map((customer) => [customer.item.pk, customer]));
  const counted = new Map<string, number>();
  for (const item of items.filter((item) => /^T#[^#]+#CASE#[^#]+ \| CASE$/.test(idOf(item)))) {
    const keys = keysOf(organizationOf(item));
    for (const id of Object.keys(caseSchema.parse(item).customers)) {
      const { pk } = keys.customer(id);
      counted.set(pk, (counted.get(pk) ?? 0) + 1);
      if (!known.has(pk)) yield `${idOf(item)}: names a customer who is not there, ${id}`;
    }
  }
  for (const { item, record } of customers) {
    const n = counted.get(item.pk) ?? 0;
    if (record.link_count !== n) yield `${idOf(item)}: counts ${record.link_count} cases, ${n} name it`;
    if (record.open_merge) yield `${idOf(item)}: a merge was left under way`;
  }
}

/** The customer in a case's informant section is a customer of that case. */
function* named(items: readonly Item[]): Generator<string> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  for (const item of items.filter(({ sk, pk }) => sk === 'SECTION#informant' && /^T#[^#]+#CASE#/.test(pk))) {
    const core = byId.get(idOf({ pk: item.pk, sk: 'CASE' }));
    const customers = core ? caseSchema.parse(core).customers : {};
    const values = item.values as { informant?: string; next_of_kins?: { existingCustomerId?: string }[] };
    const found = [values.informant, ...(values.next_of_kins ?? []).map((nextOfKin) => nextOfKin.existingCustomerId)];
    for (const id of found)
      if (id && !(id in customers)) yield `${idOf(item)}: names ${id}, who is no customer of the case`;
  }
}

/** Every merged-away record has its merge, every finished merge its record; nothing remains of deleted ones. */
function* merges(items: readonly Item[], customers: readonly Customer[]): Generator<string> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  const ofCustomers = items.filter(({ pk }) => /^T#[^#]+#CUSTOMER#/.test(pk));
  const owners = new Set([...customers.map(({ item }) => item.pk)]);
  for (const item of ofCustomers.filter(({ sk }) => sk === 'CUSTOMER')) {
    const found = customerOf(item);
    if (!isTombstone(found)) continue;
    owners.add(item.pk);
    const keys = keysOf(organizationOf(item));
    const merge = byId.get(idOf(keys.customerMerge(found.merged_into, found.merge_id)));
    if (merge?.state !== 'done') yield `${idOf(item)}: merged into ${found.merged_into}, which does not know it`;
  }
  for (const item of ofCustomers) {
    if (!owners.has(item.pk)) yield `${idOf(item)}: left of a customer who is gone`;
    if (!item.sk.startsWith('MERGE#')) continue;
    const { state, duplicate_id, id } = mergeSchema.parse(item);
    const remains = byId.get(idOf(keysOf(organizationOf(item)).customer(duplicate_id)));
    if (state === 'done' && remains?.merge_id !== id) yield `${idOf(item)}: done, but ${duplicate_id} does not say so`;
  }
}

/** Recomputes the links of customers and cases, and returns differences. */
export function* recountCustomers(items: readonly Item[]): Generator<string> {
  const customers = customersOf(items);
  yield* links(items, customers);
  yield* named(items);
  yield* merges(items, customers);
}
