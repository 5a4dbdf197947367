/** Returns the named properties of an object. */
export const pick = <Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Of, Name>;
