import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type CaseSectionId, flatNames } from './sections/case-sections.ts';

type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

/**
 * The fields of all sections side by side, under the names of the form and, where the server's documented shape has
 * another, under that as well (D2 §3). Of a name that several sections have, its home section speaks.
 */
export function toFlatCase(sections: SectionValues): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [section, values] of Object.entries(sections)) {
    const names = namesIn.get(section);
    for (const [name, value] of Object.entries(values ?? {}))
      if (value !== undefined) for (const flatName of names?.get(name) ?? []) flat[flatName] = value;
  }
  return flat;
}

/** Section → name of a field → its names in the flat view; none where another section speaks of it. */
const namesIn: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = (() => {
  const all = new Map<string, Map<string, string[]>>();
  for (const [name, { section, field }] of flatNames) {
    const ofSection = all.get(section) ?? new Map<string, string[]>();
    ofSection.set(field.name, [...(ofSection.get(field.name) ?? []), name]);
    all.set(section, ofSection);
  }
  return all;
})();

/**
 * The values of a flat record by section, under the names of the form; names of no field are left. A value under a
 * second name counts where the first name is absent or says what the case says already: whoever sends a whole case back
 * changed under one name what still stands unchanged under the other.
 */
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
