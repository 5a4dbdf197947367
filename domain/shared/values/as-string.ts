/** Returns a text; '' for any other value. */
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a text without spaces around it; '' for any other value. */
export const trimmed = (value: unknown): string => asString(value).trim();

/** Returns the texts of one or more keys on one line; '' if the object is missing or no value is text. */
export const stringAt = (values: Readonly<Record<string, unknown>> | undefined, ...names: readonly string[]): string =>
  names
    .map((name) => asString(values?.[name]))
    .filter((text) => text !== '')
    .join(' ');

/** Returns the texts of several keys. */
export const textsIn = <Name extends string>(
  values: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, stringAt(values, name)])) as Record<Name, string>;
