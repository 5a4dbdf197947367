import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { cemeteryOfChoice, findCemetery, otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { defaultCountry, findCountry } from '#domain/shared/reference-data/countries-and-states.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]): string => `cemetery_${part}`;

/** The documented fields of a cemetery (D1 §3), beside the choice that the form adds. */
const detailNames: readonly string[] = ['cemetery_name', ...parts.map(nameOf)];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const comparable = (part: string, value: unknown): string => {
  const text = String(value).trim().replace(/\s+/g, ' ').toLowerCase();
  return part === 'country' ? (findCountry(text)?.code3 ?? text) : text;
};

/** What the list knows of a choice, under the documented names; nothing of one that the family describes itself. */
export function listedCemeteryDetails(choice: unknown): Readonly<Record<string, string>> {
  const listed = cemeteryOfChoice(choice);
  if (!listed?.address) return {};
  const address = { ...listed.address, country: defaultCountry };
  const named = Object.entries(address).map(([part, value]) => [`cemetery_${part}`, value]);
  return { cemetery_name: listed.name, ...Object.fromEntries(named) };
}

/** Whether no sent part of the address says anything else than the list. */
const agrees = (sent: Values, listed: Readonly<Record<string, string>>): boolean =>
  parts.every((part) => {
    const value = sent[nameOf(part)];
    return isBlank(value) || comparable(part, value) === comparable(part, listed[nameOf(part)] ?? '');
  });

/**
 * The answers with the cemetery that `sent` names, on top of what was known (docs/spec-interpretations.md). A choice says which;
 * without one, the full name of a listed cemetery does, unless an address came along that is not that cemetery's: then
 * it is another one of the same name, and everything sent is kept. Nothing known about a cemetery that is no longer
 * meant is left.
 */
export function withCemetery(known: Values, sent: Values): Values {
  const merged = { ...known, ...sent };
  if (!isBlank(sent.cemetery_choice)) {
    if (sent.cemetery_choice === (known.cemetery_choice ?? sent.cemetery_choice)) return merged;
    return { ...without(known, detailNames), ...sent };
  }
  // The choice of a form that was left empty is a gap to be named.
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
