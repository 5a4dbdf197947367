/** A value as a text; '' for what is none: nothing given, a number, a list. */
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The same of a value among others, which need not be there. */
export const stringAt = (values: Readonly<Record<string, unknown>> | undefined, name: string): string =>
  asString(values?.[name]);

/** The same of several values among others, by their names. */
export const textsIn = <Name extends string>(
  values: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, stringAt(values, name)])) as Record<Name, string>;
