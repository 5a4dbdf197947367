/** A value as a text; '' for what is none: nothing given, a number, a list. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The same of a value among others, which need not be there. */
export const textIn = (values: Readonly<Record<string, unknown>> | undefined, name: string): string =>
  textOf(values?.[name]);
