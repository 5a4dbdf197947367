import { duplicateKeys } from '#domain/customers/customer.rules.ts';
import { type CaseRecord, type CaseSections, caseFacts } from '#functions/records/cases.ts';
import type { MergeRecord } from '#functions/records/customer-merges.ts';
import {
  type CaseLink,
  type CustomerRecord,
  customerOf,
  isTombstone,
  listedCustomer,
  withTotalsOf,
} from '#functions/records/customer-record.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { Listed } from '#functions/store/listing.ts';
import type { Item, Key } from '#functions/store/table.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;
const organizationOf = ({ pk }: Key): string => pk.split('#')[1] ?? '';
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Customer {
  item: Item;
  organization: string;
  record: CustomerRecord;
  links: Item[];
}

const customersOf = (items: readonly Item[]): Customer[] =>
  items
    .filter((item) => /^T#[^#]+#CUSTOMER#[^#]+ \| CUSTOMER$/.test(idOf(item)) && !isTombstone(customerOf(item)))
    .map((item) => ({
      item,
      organization: organizationOf(item),
      record: customerOf(item) as CustomerRecord,
      links: items.filter(({ pk, sk }) => pk === item.pk && sk.startsWith('LINK#')),
    }));

/** How every customer stands in its lists. */
export const customerEntries = (items: readonly Item[]): { item: Item; organization: string; listed: Listed }[] =>
  customersOf(items).map(({ item, organization, record }) => ({ item, organization, listed: listedCustomer(record) }));

/** Every link has its other end, says what its case says, and the totals are those of the links. */
function* links(items: readonly Item[], customers: readonly Customer[]): Generator<string> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  const sectionsOf = (pk: string): CaseSections =>
    Object.fromEntries(
      items
        .filter((item) => item.pk === pk && item.sk.startsWith('SECTION#'))
        .map((item) => [item.sk.slice(8), item.values]),
    ) as CaseSections;
  const ends = new Set<string>();
  for (const { item, organization, record, links: own } of customers) {
    const keys = keysOf(organization);
    const { active_cases_count, service_dates, deposit_cents } = withTotalsOf(record, own as unknown as CaseLink[]);
    if (
      !same(
        [active_cases_count, service_dates, deposit_cents],
        [record.active_cases_count, record.service_dates, record.deposit_cents],
      )
    )
      yield `${idOf(item)}: its totals are not those of its cases`;
    if (record.open_merge) yield `${idOf(item)}: a merge was left under way`;
    for (const link of own) {
      const { case_id, relations, ...said } = link as unknown as CaseLink & Item;
      const end = idOf(keys.caseCustomer(case_id, record.id));
      ends.add(end);
      if (!same(byId.get(end)?.relations, relations)) yield `${idOf(link)}: the case does not know it so`;
      const core = byId.get(idOf(keys.case(case_id))) as (CaseRecord & Item) | undefined;
      if (!core) yield `${idOf(link)}: links a case that is not there`;
      else
        for (const [name, value] of Object.entries(caseFacts(core, sectionsOf(core.pk))))
          if (said[name as keyof typeof said] !== value) yield `${idOf(link)}: its case's ${name} is ${value}`;
    }
  }
  for (const item of items)
    if (/^T#[^#]+#CASE#[^#]+ \| CUSTOMER#/.test(idOf(item)) && !ends.has(idOf(item)))
      yield `${idOf(item)}: names a customer who does not know it`;
  yield* named(items, byId);
}

/** Whom a case's informant section names is a customer of that case. */
function* named(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  for (const item of items.filter(({ sk, pk }) => sk === 'SECTION#informant' && /^T#[^#]+#CASE#/.test(pk))) {
    const keys = keysOf(organizationOf(item));
    const caseId = item.pk.split('#')[3] ?? '';
    const values = item.values as { informant?: string; next_of_kins?: { existingCustomerId?: string }[] };
    const found = [values.informant, ...(values.next_of_kins ?? []).map((kin) => kin.existingCustomerId)];
    for (const id of found)
      if (id && !byId.has(idOf(keys.caseCustomer(caseId, id))))
        yield `${idOf(item)}: names ${id}, who is no customer of it`;
  }
}

/** The items of shared values name those who share them, and stand in the index from two on. */
function* sharing(items: readonly Item[], customers: readonly Customer[]): Generator<string> {
  const expected = new Map<string, string[]>();
  for (const { organization, record } of customers)
    for (const { reason, value } of duplicateKeys(record)) {
      const id = idOf(keysOf(organization).duplicates(reason, value));
      expected.set(id, [...(expected.get(id) ?? []), record.id]);
    }
  const found = new Map(
    items.filter(({ pk }) => /^T#[^#]+#DUP#(?!submissions)/.test(pk)).map((item) => [idOf(item), item]),
  );
  for (const [id, item] of found) {
    if (item.crowded) continue;
    const ids = item.ids as string[];
    if (!same([...ids].sort(), [...(expected.get(id) ?? [])].sort())) yield `${id}: shared by ${ids}, which is not so`;
    if ('gsi1pk' in item !== ids.length > 1)
      yield `${id}: ${ids.length} share it, ${item.gsi1pk ?? 'not in the index'}`;
  }
  for (const id of expected.keys()) if (!found.has(id)) yield `${id}: is missing`;
}

/** A merged record's remains have their merge, and a finished merge its remains; nothing is left of deleted ones. */
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
    if (item.gsi1pk || item.row) yield `${idOf(item)}: merged, and still in lists`;
  }
  for (const item of ofCustomers) {
    if (!owners.has(item.pk)) yield `${idOf(item)}: left of a customer who is gone`;
    if (!item.sk.startsWith('MERGE#')) continue;
    const { state, duplicate_id, id } = item as unknown as MergeRecord;
    const remains = byId.get(idOf(keysOf(organizationOf(item)).customer(duplicate_id)));
    if (state === 'done' && remains?.merge_id !== id) yield `${idOf(item)}: done, but ${duplicate_id} does not say so`;
  }
}

/** Rebuilds what is derived from customers and their cases, and says what differs. */
export function* recountCustomers(items: readonly Item[]): Generator<string> {
  const customers = customersOf(items);
  yield* links(items, customers);
  yield* sharing(items, customers);
  yield* merges(items, customers);
}
