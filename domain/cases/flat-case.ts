import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type CaseSectionId, flatNames } from './sections/case-sections.ts';

type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

/** Returns all fields under both documented names (D2 §3); of a repeated name the value of its home section. */
export function toFlatCase(sections: SectionValues): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [section, values] of Object.entries(sections)) {
    const names = namesIn.get(section);
    for (const [name, value] of Object.entries(values ?? {}))
      if (value !== undefined) for (const flatName of names?.get(name) ?? []) flat[flatName] = value;
  }
  return flat;
}

/** The flat names by section and field; empty where another section owns the name. */
const namesIn: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = (() => {
  const all = new Map<string, Map<string, string[]>>();
  for (const [name, { section, field }] of flatNames) {
    const ofSection = all.get(section) ?? new Map<string, string[]>();
    ofSection.set(field.name, [...(ofSection.get(field.name) ?? []), name]);
    all.set(section, ofSection);
  }
  return all;
})();

/** Returns flat values by section. Of two names the changed one counts, because clients send both back. */
export function fromFlatCase(
  flat: Values,
  current: SectionValues = {},
): Partial<Record<CaseSectionId, Record<string, unknown>>> {
  const sections: Partial<Record<CaseSectionId, Record<string, unknown>>> = {};
  for (const [name, { section, field }] of flatNames) {
    const value = flat[name];
    if (value === undefined) continue;
    sections[section] ??= {};
    const values = sections[section];
    const stored = current[section]?.[field.name];
    const isSettled = field.name in values && !sameValue(field, values[field.name], stored);
    if (!isSettled) values[field.name] = value;
  }
  return sections;
}
