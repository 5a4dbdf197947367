import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { cemeteryOfChoice, findCemetery, otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { defaultCountry, findCountry } from '#domain/shared/reference-data/countries-and-states.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]): string => `cemetery_${part}`;

const detailNames: readonly string[] = ['cemetery_name', ...parts.map(nameOf)];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const comparable = (part: string, value: unknown): string => {
  const text = String(value).trim().replace(/\s+/g, ' ').toLowerCase();
  return part === 'country' ? (findCountry(text)?.code3 ?? text) : text;
};

/** Returns the listed name and address of a cemetery; {} for one that the family describes. */
export function listedCemeteryDetails(choice: unknown): Readonly<Record<string, string>> {
  const listed = cemeteryOfChoice(choice);
  if (!listed?.address) return {};
  const address = { ...listed.address, country: defaultCountry };
  const named = Object.entries(address).map(([part, value]) => [`cemetery_${part}`, value]);
  return { cemetery_name: listed.name, ...Object.fromEntries(named) };
}

const agrees = (sent: Values, listed: Readonly<Record<string, string>>): boolean =>
  parts.every((part) => {
    const value = sent[nameOf(part)];
    return isBlank(value) || comparable(part, value) === comparable(part, listed[nameOf(part)] ?? '');
  });

/**
 * Returns the answers with the cemetery that `sent` names (docs/spec-interpretations.md). Without a choice, the full
 * name of a listed cemetery counts unless another address was sent with it. Nothing of a former cemetery stays.
 */
export function withCemetery(known: Values, sent: Values): Values {
  const merged = { ...known, ...sent };
  if (!isBlank(sent.cemetery_choice)) {
    if (sent.cemetery_choice === (known.cemetery_choice ?? sent.cemetery_choice)) return merged;
    return { ...without(known, detailNames), ...sent };
  }
  // A choice left empty is reported as missing.
  if ('cemetery_choice' in sent && sent.cemetery_choice !== null && sent.cemetery_choice !== undefined) return merged;
  const isNamed = detailNames.some((name) => name in sent);
  if (!isNamed) return { ...merged, cemetery_choice: known.cemetery_choice ?? otherCemetery };
  const listed = typeof merged.cemetery_name === 'string' ? findCemetery(merged.cemetery_name) : undefined;
  if (listed && agrees(sent, listedCemeteryDetails(listed.value))) return { ...merged, cemetery_choice: listed.value };
  const isRenamed =
    known.cemetery_choice !== otherCemetery &&
    !isBlank(sent.cemetery_name) &&
    comparable('name', sent.cemetery_name) !== comparable('name', known.cemetery_name ?? '');
  return { ...(isRenamed ? without(known, detailNames) : known), ...sent, cemetery_choice: otherCemetery };
}
