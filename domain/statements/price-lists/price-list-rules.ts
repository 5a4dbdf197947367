import { servicesFeesFields } from '#domain/cases/sections/financial-and-fees.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';

/** Price lists that a funeral home hands out (16 CFR 453.2(b)(2) to (4)). */
export const priceListKinds = ['general', 'casket', 'outer_burial_container'] as const;
export type PriceListKind = (typeof priceListKinds)[number];

export const priceListCaptions: Record<PriceListKind, string> = {
  general: 'General price list',
  casket: 'Casket price list',
  outer_burial_container: 'Outer burial container price list',
};

/** Charging sections of the Statement (D3 §3). */
export const statementSections = {
  A: 'A. Services',
  B: 'B. Merchandise',
  C: 'C. Special charges',
  D: 'D. Cash advances',
} as const;
export type StatementSection = keyof typeof statementSections;

const sectionIds = Object.keys(statementSections) as StatementSection[];
const fees = servicesFeesFields.filter(({ kind }) => kind === 'money');

const lines = [
  { value: 'service_line', label: 'Another service', section: 'A' },
  { value: 'package_line', label: 'A package', section: 'A' },
  { value: 'merchandise_line', label: 'Other merchandise', section: 'B' },
  { value: 'cash_advance_line', label: 'Another cash advance', section: 'D' },
] as const;

interface Fill {
  /** The fee's field name, or the kind of line. */
  readonly value: string;
  readonly label: string;
  readonly section: StatementSection;
}

const statementTargets: readonly Fill[] = sectionIds.flatMap((section) => [
  ...fees
    .filter(({ group }) => group === statementSections[section])
    .map(({ name, label }) => ({ value: name, label, section })),
  ...lines.filter((line) => line.section === section),
]);

const byValue = new Map(statementTargets.map((fill) => [fill.value, fill]));
const onlyFills: Partial<Record<PriceListKind, readonly string[]>> = {
  casket: ['casket_fee'],
  outer_burial_container: ['outer_burial_container_fee'],
};

const ofLines: ReadonlySet<string> = new Set(lines.map(({ value }) => value));
/** True if an item becomes a custom line and fills no documented fee. */
export const isLineFill = (value: string): boolean => ofLines.has(value);
export const isStatementTarget = (value: string): boolean => byValue.has(value);
/** Returns the targets for a list: casket and container lists fill only their own fee. */
export const fillsOf = (kind: PriceListKind): readonly Fill[] =>
  statementTargets.filter(({ value }) => onlyFills[kind]?.includes(value) ?? true);
export const sectionOfFill = (value: string): StatementSection => byValue.get(value)?.section ?? 'A';
export const targetLabel = (value: string): string => byValue.get(value)?.label ?? value;

export const priceListMessages = {
  inForce: 'Published versions cannot be changed. Copy it to a new draft.',
  noItems: 'A price list needs at least one item.',
  noAddress:
    'A general price list must carry the home’s address and phone (16 CFR 453.2(b)(4)(i)(A)). Enter them under Details.',
  noContainers: 'List the containers you provide for direct cremation (16 CFR 453.3(b)(2)).',
  notBefore: 'The effective date cannot be before today.',
  tooLate: 'Choose a date within one year.',
  notListed: 'This item is no longer on a price list. Choose it again.',
} as const;

/** `published_at` is the instant of publication, null for a draft. */
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
 * Returns the version in force on a home's day; of equal effective dates the last published, which corrects the other.
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

/** Returns a version's status on a home's day. */
export function statusOn(version: Version, versions: readonly Version[], day: CalendarDate): VersionStatus {
  if (!isEffective(version)) return 'draft';
  if (version.effective_from > day) {
    const then = effectiveVersion(versions, version.kind, version.effective_from);
    return then?.id === version.id ? 'scheduled' : 'past';
  }
  return effectiveVersion(versions, version.kind, day)?.id === version.id ? 'in_force' : 'past';
}

/** Prices are cents; `price_to_cents` ends a range. */
export interface PricedItem {
  readonly id: string;
  readonly code: string;
  readonly description: string;
  readonly includes: string;
  /** A fee of the Statement, or a kind of custom line. */
  readonly fills: string;
  readonly price_cents: Cents;
  readonly price_to_cents: Cents | null;
}

/** Prices required on a general list if the home offers the item (16 CFR 453.2(b)(4)(ii) and (iii)). */
const askedOfGeneral = [
  'forwarding_remains_fee',
  'receiving_remains_fee',
  'direct_cremation_fee',
  'immediate_burial_fee',
  'basic_services_fee',
  'transfer_remains_fee',
  'embalming_fee',
  'other_preparation_fee',
  'viewing_visitation_fee',
  'funeral_ceremony_fee',
  'memorial_service_fee',
  'graveside_service_fee',
  'hearse_fee',
  'limousine_fee',
  'casket_fee',
  'outer_burial_container_fee',
];
interface Content {
  readonly kind: PriceListKind;
  readonly containers: string;
  readonly items: readonly PricedItem[];
}

/** Returns required items that a list does not have; correct only if the home does not offer them. */
export function notListed({ kind, items }: Pick<Content, 'kind' | 'items'>): string[] {
  const listed = new Set(items.map(({ fills }) => fills));
  return kind === 'general' ? askedOfGeneral.filter((fee) => !listed.has(fee)).map(targetLabel) : [];
}

/** Returns the reasons that a list cannot be published. */
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
    ...bundles.map(({ code }) => `Describe what ${code} includes (16 CFR 453.2(b)(4)(ii)).`),
  ];
}

export interface ItemDifference {
  change: 'added' | 'removed' | 'changed';
  before: PricedItem | undefined;
  next: PricedItem | undefined;
}
const compared = ['code', 'description', 'includes', 'fills', 'price_cents', 'price_to_cents'] as const;

/** Returns differences in the order of the next version, then removed items. A copy keeps its items' ids. */
export function differencesBetween(before: readonly PricedItem[], next: readonly PricedItem[]): ItemDifference[] {
  const left = new Set(before);
  const counterpart = (item: PricedItem): PricedItem | undefined => {
    const found =
      before.find(({ id }) => id === item.id) ??
      before.find((pricedItem) => left.has(pricedItem) && pricedItem.code === item.code);
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

/** Sorts versions for the screen: by kind, drafts first, then the latest effective date. */
export const inOrder = <V extends Version>(versions: readonly V[]): V[] =>
  versions.toSorted(
    (a, b) =>
      priceListKinds.indexOf(a.kind) - priceListKinds.indexOf(b.kind) ||
      Number(b.published_at === null) - Number(a.published_at === null) ||
      (b.effective_from ?? '').localeCompare(a.effective_from ?? '') ||
      (b.published_at ?? '').localeCompare(a.published_at ?? '') ||
      b.id.localeCompare(a.id),
  );
