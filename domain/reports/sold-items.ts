import { burialFeesFields } from '#domain/cases/sections/burial-fees.ts';
import { servicesFeesFields } from '#domain/cases/sections/services-fees.ts';
import { cut } from '#domain/shared/values/text.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { type FeeLine, partTitles, type StatementPart } from '#domain/statements/fee-sheet.ts';

const feeNames: ReadonlySet<string> = new Set(Object.values(documentedFees).flat());
const maxNameLength = 80;

/**
 * Under what a line of a Statement is counted among sales: the item of the price list, the fee, or the part of the Statement.
 * The name is what nothing else knows.
 */
export const salesCategory = (line: FeeLine, part: StatementPart): { key: string; name: string } => {
  if (line.price?.item) {
    // The words of an item stand in the description of the fee that it filled, and are the name of a line of its own.
    const name = feeNames.has(line.key) ? line.description || line.name : line.name || line.description;
    return { key: `item.${line.price.item}`, name: cut(name, maxNameLength) };
  }
  // The label of the certificates’ line counts its copies, and those of forwarding and receiving say where.
  if (feeNames.has(line.key)) return { key: `fee.${line.key}`, name: '' };
  return { key: `part.${part}`, name: '' };
};

const feeLabels: ReadonlyMap<string, string> = new Map(
  [...servicesFeesFields, ...burialFeesFields].map(({ name, label }) => [name, label]),
);
const feeLabel = (name: string): string =>
  name === 'death_certificate_fee_each' ? 'Death certificates' : (feeLabels.get(name) ?? name);

/** What is called so that was sold as this; `known` is the name that was kept with it. */
export const soldName = (key: string, known: string): string => {
  const kindEnds = key.indexOf('.');
  const [kind, name] = [key.slice(0, kindEnds), key.slice(kindEnds + 1)];
  if (kind === 'fee') return feeLabel(name);
  if (kind === 'part') return `Other: ${partTitles[name as StatementPart] ?? name}`;
  return known || 'Item of a price list';
};
