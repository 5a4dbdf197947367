import type * as z from 'zod';

/** Messages by field name; a field without fault has no entry. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** What a schema of the domain finds wrong with a form's values. */
export const faultsOf = (schema: z.ZodType, values: unknown): Faults => {
  const faults: Record<string, string[]> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0] ?? '');
    faults[name] ??= [];
    faults[name].push(message);
  }
  return faults;
};

/**
 * What an edit makes wrong that was not wrong before: a gap that somebody else left stops no correction elsewhere.
 * What was `changed` and is still wrong is to be put right.
 */
export const newFaults = (before: Faults, after: Faults, changed: ReadonlySet<string>): Faults =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, messages]) => changed.has(name) || before[name]?.join('\n') !== messages.join('\n'),
    ),
  );
