import { servicesFeesFields } from '#domain/cases/sections/fees.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';

/** The price lists that a funeral home hands out (16 CFR 453.2(b)(2) to (4)). */
export const priceListKinds = ['general', 'casket', 'outer_burial_container'] as const;
export type PriceListKind = (typeof priceListKinds)[number];

/** The captions that the lists must carry. */
export const priceListCaptions: Record<PriceListKind, string> = {
  general: 'General price list',
  casket: 'Casket price list',
  outer_burial_container: 'Outer burial container price list',
};

/** The sections of the Statement of Funeral Goods and Services that charge something (D3 §3). */
export const statementSections = {
  A: 'A. Services',
  B: 'B. Merchandise',
  C: 'C. Special charges',
  D: 'D. Cash advances',
} as const;
export type StatementSection = keyof typeof statementSections;

const sectionIds = Object.keys(statementSections) as StatementSection[];
const fees = servicesFeesFields.filter(({ kind }) => kind === 'money');

/** What an item becomes that no documented fee is for. */
const lines = [
  { value: 'service_line', label: 'Another service', section: 'A' },
  { value: 'package_line', label: 'A package', section: 'A' },
  { value: 'merchandise_line', label: 'Other merchandise', section: 'B' },
  { value: 'cash_advance_line', label: 'Another cash advance', section: 'D' },
] as const;

interface Fill {
  /** The name of a fee's field, or what kind of line it becomes. */
  readonly value: string;
  readonly label: string;
  readonly section: StatementSection;
}

/** What an item of a price list fills on the Statement, section by section. */
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
/** Whether an item becomes a line of its own and fills no documented fee. */
export const isLineFill = (value: string): boolean => ofLines.has(value);
export const isStatementTarget = (value: string): boolean => byValue.has(value);
/** What items of a list of this kind can fill: caskets and outer burial containers, theirs alone. */
export const fillsOf = (kind: PriceListKind): readonly Fill[] =>
  statementTargets.filter(({ value }) => onlyFills[kind]?.includes(value) ?? true);
/** Where an item stands on the Statement. */
export const sectionOfFill = (value: string): StatementSection => byValue.get(value)?.section ?? 'A';
export const targetLabel = (value: string): string => byValue.get(value)?.label ?? value;

/** Why a price list stays as it is. */
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
    ...bundles.map(({ code }) => `Describe what ${code} includes (16 CFR 453.2(b)(4)(ii)).`),
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
