import { type IntakeFieldName, intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';

type Filled = [target: IntakeFieldName, value: FieldValue];

const shortcuts: readonly IntakeShortcut[] = intakeSections.flatMap((section) => section.shortcuts ?? []);

/** Texts that shortcuts write, as they are kept and reach a certificate; the page shows them in its language. */
export const writtenTexts: ReadonlySet<string> = new Set(
  shortcuts.flatMap(({ writes }) => Object.values(writes ?? {})),
);

/** What the shortcut makes of these values, field by field. */
const filledBy = ({ copies = {}, writes = {}, joins = {} }: IntakeShortcut, values: IntakeFormValues): Filled[] => {
  const valueIn = (name: string): FieldValue => values[name as IntakeFieldName];
  const joined = (parts: readonly (readonly string[])[]): string =>
    parts
      .map((names) => names.map(valueIn).filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', ');
  return [
    ...Object.entries(copies).map(([target, source]) => [target, valueIn(source)]),
    ...Object.entries(writes),
    ...Object.entries(joins).map(([target, parts]) => [target, joined(parts)]),
  ] as Filled[];
};

/** Whether the fields say already what the shortcut would make of them: then it was ticked before. */
const says = (shortcut: IntakeShortcut, values: IntakeFormValues): boolean => {
  const filled = filledBy(shortcut, values);
  // A country says nothing: every address begins with the same one.
  const tells = ([target, value]: Filled) => value !== '' && !target.endsWith('_country');
  return filled.some(tells) && filled.every(([target, value]) => values[target] === value);
};

/** The shortcuts that were ticked when these values were kept. */
export const tickedIn = (values: IntakeFormValues): ReadonlySet<IntakeShortcut> =>
  new Set(shortcuts.filter((shortcut) => says(shortcut, values)));

/** The values after the ticked shortcuts have followed their sources, also those that another shortcut fills. */
export const followed = (entered: IntakeFormValues, ticked: ReadonlySet<IntakeShortcut>): IntakeFormValues => {
  let values = entered;
  for (const shortcut of shortcuts)
    if (ticked.has(shortcut)) values = { ...values, ...Object.fromEntries(filledBy(shortcut, values)) };
  return values;
};

/** The ticked shortcuts that do not fill this field: a person who types there keeps what was typed. */
export const withoutThoseOf = (
  name: IntakeFieldName,
  ticked: ReadonlySet<IntakeShortcut>,
  values: IntakeFormValues,
): ReadonlySet<IntakeShortcut> =>
  new Set([...ticked].filter((shortcut) => filledBy(shortcut, values).every(([target]) => target !== name)));
