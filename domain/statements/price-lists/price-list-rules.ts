import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { sectionOfFill, targetLabel } from './price-list-fills.ts';
import { type PriceListKind, priceListKinds } from './price-list-kinds.ts';
import { priceListMessages } from './price-list-messages.ts';

/** A version as far as its day decides; `published_at` is the instant it was put in force, null of a draft. */
interface Version {
  readonly id: string;
  readonly kind: PriceListKind;
  readonly effective_from: CalendarDate | null;
  readonly published_at: string | null;
}
interface Effective extends Version {
  readonly effective_from: CalendarDate;
  readonly published_at: string;
}

const isEffective = <V extends Version>(version: V): version is V & Effective =>
  version.published_at !== null && version.effective_from !== null;
const byEffect = (a: Effective, b: Effective): number =>
  a.effective_from.localeCompare(b.effective_from) ||
  a.published_at.localeCompare(b.published_at) ||
  a.id.localeCompare(b.id);

/**
 * The version of a kind that is in force on a home's day: the one with the latest effective date up to it, and of two with
 * the same date the one that was put in force later, which corrects the other. Undefined before the first.
 */
export function effectiveVersion<V extends Version>(
  versions: readonly V[],
  kind: PriceListKind,
  day: CalendarDate,
): V | undefined {
  return versions
    .filter((version) => version.kind === kind)
    .filter(isEffective)
    .filter(({ effective_from }) => effective_from <= day)
    .toSorted(byEffect)
    .at(-1);
}

export const versionStatuses = ['draft', 'scheduled', 'in_force', 'past'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

/** How a version stands on a home's day among all versions of the home. */
export function statusOn(version: Version, versions: readonly Version[], day: CalendarDate): VersionStatus {
  if (!isEffective(version)) return 'draft';
  if (version.effective_from > day) {
    const then = effectiveVersion(versions, version.kind, version.effective_from);
    return then?.id === version.id ? 'scheduled' : 'past';
  }
  return effectiveVersion(versions, version.kind, day)?.id === version.id ? 'in_force' : 'past';
}

/** An item of a price list; `price_to_cents` is the end of a range, in cents as all prices. */
export interface PricedItem {
  readonly id: string;
  readonly code: string;
  readonly description: string;
  readonly includes: string;
  /** A fee of the Statement, or a line of one's own (price-list-fills.ts). */
  readonly fills: string;
  readonly price_cents: Cents;
  readonly price_to_cents: Cents | null;
}

/** Whether an amount is one that an item can be sold for: its price, or anything within its range. In cents. */
export const isPriceOf = ({ price_cents, price_to_cents }: PricedItem, cents: Cents): boolean =>
  cents >= price_cents && cents <= (price_to_cents ?? price_cents);

/** What a general price list must give prices for, as far as the home offers it (16 CFR 453.2(b)(4)(ii) and (iii)). */
const askedOfGeneral = [
  ...['forwarding_remains_fee', 'receiving_remains_fee', 'direct_cremation_fee', 'immediate_burial_fee'],
  ...['basic_services_fee', 'transfer_remains_fee', 'embalming_fee', 'other_preparation_fee'],
  ...['viewing_visitation_fee', 'funeral_ceremony_fee', 'memorial_service_fee', 'graveside_service_fee'],
  ...['hearse_fee', 'limousine_fee', 'casket_fee', 'outer_burial_container_fee'],
];
interface Content {
  readonly kind: PriceListKind;
  readonly containers: string;
  readonly items: readonly PricedItem[];
}

/** Items that the rule names and the list has not, in words: right only where the home does not offer them. */
export function notListed({ kind, items }: Pick<Content, 'kind' | 'items'>): string[] {
  const listed = new Set(items.map(({ fills }) => fills));
  return kind === 'general' ? askedOfGeneral.filter((fee) => !listed.has(fee)).map(targetLabel) : [];
}

/** What a list lacks to be put in force, in words; nothing where it is whole. */
export function publishBlockers(
  { kind, containers, items }: Content,
  home: { address: string; phone: string },
): string[] {
  const bundles = items.filter(({ fills, includes }) => sectionOfFill(fills) === 'C' && !includes);
  return [
    ...(items.length ? [] : [priceListMessages.noItems]),
    ...(kind === 'general' && !(home.address && home.phone) ? [priceListMessages.noAddress] : []),
    ...(kind === 'general' && !containers && items.some(({ fills }) => fills === 'direct_cremation_fee')
      ? [priceListMessages.noContainers]
      : []),
    ...bundles.map(({ code }) => `Say what ${code} includes: its services must be described (16 CFR 453.2(b)(4)(ii)).`),
  ];
}

export interface ItemDifference {
  change: 'added' | 'removed' | 'changed';
  before: PricedItem | undefined;
  next: PricedItem | undefined;
}
const compared = ['code', 'description', 'includes', 'fills', 'price_cents', 'price_to_cents'] as const;

/** What differs between two versions, in the order of the next one, then what it has no longer. A copy keeps its items' ids. */
export function differencesBetween(before: readonly PricedItem[], next: readonly PricedItem[]): ItemDifference[] {
  const left = new Set(before);
  const counterpart = (item: PricedItem): PricedItem | undefined => {
    const found =
      before.find(({ id }) => id === item.id) ?? before.find((one) => left.has(one) && one.code === item.code);
    if (found) left.delete(found);
    return found;
  };
  const found = next.flatMap((item): ItemDifference[] => {
    const former = counterpart(item);
    if (!former) return [{ change: 'added', before: undefined, next: item }];
    const differs = compared.some((name) => former[name] !== item[name]);
    return differs ? [{ change: 'changed', before: former, next: item }] : [];
  });
  return [...found, ...[...left].map((item): ItemDifference => ({ change: 'removed', before: item, next: undefined }))];
}

/** Versions in the order of a screen: by kind, drafts first, then the latest to take effect. */
export const inOrder = <V extends Version>(versions: readonly V[]): V[] =>
  versions.toSorted(
    (a, b) =>
      priceListKinds.indexOf(a.kind) - priceListKinds.indexOf(b.kind) ||
      Number(b.published_at === null) - Number(a.published_at === null) ||
      (b.effective_from ?? '').localeCompare(a.effective_from ?? '') ||
      (b.published_at ?? '').localeCompare(a.published_at ?? '') ||
      b.id.localeCompare(a.id),
  );
