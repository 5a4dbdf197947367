import * as z from 'zod';
import { checks, gates, receivers, steps } from './gate-names.ts';

/** How the deceased was identified. */
export const identifications = [
  { value: 'in_person', label: 'In person' },
  { value: 'photograph', label: 'By photograph' },
  { value: 'coroner', label: 'By the coroner or medical examiner' },
  { value: 'waived', label: 'Waived by the family' },
] as const;

/** Answers outside an envelope of a person with the right to decide. */
export const answers = [
  { value: 'signed', label: 'Signed on paper' },
  { value: 'declined', label: 'Declined' },
  { value: 'unreachable', label: 'Cannot be reached' },
  { value: 'withdrawn', label: 'Withdrew the signature' },
  { value: 'excluded', label: 'Has no right to decide' },
] as const;

const valuesOf = <const Value extends string>(options: readonly { readonly value: Value }[]): Value[] =>
  options.map(({ value }) => value);

const entry = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({
    kind: z.literal(kind),
    id: z.string(),
    ...shape,
    by_name: z.string().nullable(),
    recorded_at: z.string(),
  });

/** Entries at the gates of a case, in order of recording. Times `at` are local to the case's home. */
export const GateEntry = z.discriminatedUnion('kind', [
  entry('identification', {
    identified_by: z.string(),
    relationship: z.string(),
    how: z.enum(valuesOf(identifications)),
    at: z.string(),
    note: z.string(),
  }),
  entry('objection', {
    raised_by: z.string(),
    at: z.string(),
    text: z.string(),
    settled: z.object({ text: z.string(), by_name: z.string().nullable(), at: z.string() }).nullable(),
  }),
  entry('answer', {
    person: z.string(),
    answer: z.enum(valuesOf(answers)),
    note: z.string(),
    /** The name of the deceased on a paper that was signed by hand. */
    name_on_paper: z.string(),
    /** The method of the case at that time, which a signature is about; absent in older entries. */
    method: z.string().optional(),
  }),
  entry('override', {
    gate: z.enum(gates),
    check: z.enum(checks),
    reason: z.string(),
    /** Words of the check for what was missing; absent in older entries. */
    missing: z.string().optional(),
    second_id: z.string(),
    second_name: z.string(),
    /** When the second person confirmed it. */
    confirmed_at: z.string().optional(),
  }),
  entry('step', {
    step: z.enum(steps),
    /** The receiver of a release. */
    receiver: z.enum(receivers).optional(),
    at: z.string(),
    place: z.string(),
    note: z.string(),
  }),
]);
export type GateEntry = z.output<typeof GateEntry>;
export type EntryOf<Kind extends GateEntry['kind']> = Extract<GateEntry, { kind: Kind }>;

/** Returns the entries of one kind, in order of recording. */
export const entriesOf = <Kind extends GateEntry['kind']>(entries: readonly GateEntry[], kind: Kind): EntryOf<Kind>[] =>
  entries.filter((one): one is EntryOf<Kind> => one.kind === kind);

/** A signature that an envelope asks for; written by the worker of signatures. */
export const SignedPaper = z.object({
  envelope_id: z.string(),
  type: z.enum(['cremation_authorization', 'identification']),
  name: z.string(),
  relationship: z.string(),
  signed_at: z.string().nullable(),
  declined_at: z.string().nullable(),
  /** Names that were filled in when it was sent; '' if the paper has no such field. */
  deceased_name: z.string(),
  method: z.string(),
});
export type SignedPaper = z.output<typeof SignedPaper>;
