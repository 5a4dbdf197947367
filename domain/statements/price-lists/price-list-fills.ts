import { servicesFeesFields } from '#domain/cases/sections/services-fees.ts';
import type { PriceListKind } from './price-list-kinds.ts';

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
export const statementTargets: readonly Fill[] = sectionIds.flatMap((section) => [
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
