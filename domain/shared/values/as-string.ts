/** Returns a text; '' for any other value. */
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a text without spaces around it; '' for any other value. */
export const trimmed = (value: unknown): string => asString(value).trim();

/** Returns the text of a key; '' if the object is missing or the value is no text. */
export const stringAt = (values: Readonly<Record<string, unknown>> | undefined, name: string): string =>
  asString(values?.[name]);

/** Returns the texts of several keys. */
export const textsIn = <Name extends string>(
  values: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, stringAt(values, name)])) as Record<Name, string>;
