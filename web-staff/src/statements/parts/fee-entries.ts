import type { SectionValues } from '#domain/cases/case-validation.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { documentedFees, type FreeLineKind } from '#domain/statements/fee-names.ts';
import type { FeeLine, StatementPart } from '#domain/statements/fee-sheet.ts';
import {
  type CaseSection,
  entriesOf,
  type SectionRuleInputs,
  sectionValuesOf,
} from '../../cases/parts/section-values.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';

/** Identifies a line across versions of a list: by its fee, or its own id. */
export const keysOfFee = (entry: Values): string[] =>
  [stringAt(entry, 'fee') || stringAt(entry, 'id') || stringAt(entry, 'name')].filter(Boolean);

/** The name of a line in a conflict. */
export const nameOfFee = (entry: Values): string =>
  stringAt(entry, 'name') || (findCaseField(stringAt(entry, 'fee'))?.label ?? 'Unnamed line');

/** Returns the details with one changed; an empty one is removed. */
export const withDetail = (details: readonly Values[], fee: string, change: Values): Values[] => {
  const before = details.find((entry) => entry.fee === fee) ?? { fee };
  const next = { ...before, ...change };
  const hasContent = Object.entries(next).some(([name, value]) => name !== 'fee' && value !== '' && value !== false);
  const otherEntries = details.filter((entry) => entry !== before);
  return hasContent ? [...otherEntries, next] : otherEntries;
};

export const partFields: Readonly<
  Record<Exclude<StatementPart, 'burial'>, { fees: readonly string[]; list: 'fee_lines' | 'cash_advances' | undefined }>
> = {
  services: { fees: documentedFees.services, list: 'fee_lines' },
  merchandise: { fees: documentedFees.merchandise, list: 'fee_lines' },
  special: { fees: documentedFees.special, list: undefined },
  adjustments: { fees: [], list: 'fee_lines' },
  advances: { fees: documentedFees.advances, list: 'cash_advances' },
};

export const additions: Readonly<Partial<Record<StatementPart, readonly { kind?: FreeLineKind; label: string }[]>>> = {
  services: [{ kind: 'service', label: 'Add a line' }],
  merchandise: [{ kind: 'merchandise', label: 'Add a line' }],
  adjustments: [
    { kind: 'package', label: 'Add a package' },
    { kind: 'discount', label: 'Add a discount' },
  ],
  advances: [{ label: 'Add a cash advance' }],
};

const kindsOfPart: Readonly<Partial<Record<StatementPart, readonly string[]>>> = {
  services: ['service'],
  merchandise: ['merchandise'],
  adjustments: ['package', 'discount'],
};

export const isInPart = (part: StatementPart, entry: Values): boolean =>
  part === 'advances' || (kindsOfPart[part]?.includes(stringAt(entry, 'kind')) ?? false);

/** Returns the part that edits a field; undefined for fields of the summary. */
export const partOfField = (name: string): Exclude<StatementPart, 'burial'> | undefined => {
  if (['cash_advances', 'cash_advance_items_description', 'death_certificate_copies'].includes(name)) return 'advances';
  if (name === 'forwarding_remains_to' || name === 'receiving_remains_from') return 'special';
  if (name === 'fee_lines') return 'adjustments';
  return (['services', 'merchandise', 'special', 'advances'] as const).find((part) =>
    partFields[part].fees.includes(name),
  );
};

/** Returns texts shown next to the lines: destination, purpose of the advances, copies without a price. */
export const besideLines = (
  part: StatementPart,
  values: Values,
  lines: readonly FeeLine[],
): { name: string; text: string }[] =>
  (wordsOfPart[part] ?? [])
    .filter(({ shownBy }) => lines.every(({ key }) => key !== shownBy))
    .map(({ name }) => ({ name, text: String(values[name] ?? '').trim() }))
    .filter(({ text }) => text !== '');

/** `saidBy`: the line that states the same once it has an amount. */
const wordsOfPart: Readonly<Partial<Record<StatementPart, readonly { name: string; shownBy?: string }[]>>> = {
  special: [
    { name: 'forwarding_remains_to', shownBy: 'forwarding_remains_fee' },
    { name: 'receiving_remains_from', shownBy: 'receiving_remains_fee' },
  ],
  advances: [
    { name: 'death_certificate_copies', shownBy: 'death_certificate_fee_each' },
    { name: 'death_certificate_fee_each', shownBy: 'death_certificate_fee_each' },
    { name: 'cash_advance_items_description' },
  ],
};

export const liveSections = (
  section: CaseSection,
  caseRecord: Case,
  { values }: SectionRuleInputs,
  held: FormValues,
): SectionValues => {
  const answers = values(held);
  const own = Object.fromEntries(
    section.fields.map(({ name, kind }) => [name, kind === 'entries' ? entriesOf(held[name]) : answers[name]]),
  );
  return { ...sectionValuesOf(caseRecord), [section.id]: own };
};
