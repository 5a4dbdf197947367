import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { overrideFields } from './override.fields.ts';
import { deadlineKinds, duties, reliabilities } from './rule-builders.ts';

const kind = z.enum(deadlineKinds);
const owner = { owner: z.uuid().nullable(), owner_name: z.string() };

/** A law or another source of a rule, with the day of its review. */
export const LawSource = z.object({ text: z.string(), reliability: z.enum(reliabilities), reviewed: z.iso.date() });

/** A deadline of a case. */
export const Deadline = z.object({
  kind,
  title: z.string(),
  /** A wait is over on that day; anything else is due. */
  is_wait: z.boolean(),
  due: z.iso.date(),
  /** Set when it ends at a time of that day, by the clock of the case's home. */
  time: z.string().nullable(),
  ...owner,
  /** The state of the rule; '' for a general one. */
  state: z.string(),
  why: z.string(),
  source: LawSource,
  done: z.boolean(),
  done_on: z.iso.date().nullable(),
  /** The arrangements violate it. */
  broken: z.boolean(),
  override: z
    .object({
      due: z.iso.date().nullable(),
      owner: z.uuid().nullable(),
      settled: z.enum(['done', 'not_needed']).nullable(),
      reason: z.string(),
      by_name: z.string().nullable(),
      at: Instant,
    })
    .nullable(),
});
export type Deadline = z.output<typeof Deadline>;

/** The fields' own rules validate blanks and formats. */
export const SentOverride = z.lazy(() => sentValues(overrideFields).extend({ owner: idSchema('profile').nullish() }));

export const deadlineOfCase = z.object({ id: idSchema('case'), kind });

/** An open deadline in the list across cases. */
export const DueDeadline = z.object({
  id: z.string(),
  case: z.uuid(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  kind: z.enum(duties),
  title: z.string(),
  due: z.iso.date(),
  /** Set when it ends at a time of that day, by the clock of the case's home. */
  time: z.string().nullable(),
  /** By the clock of the case's home. */
  overdue: z.boolean(),
  /** Whole days by the case's home; negative once overdue. */
  days_left: z.number().int(),
  ...owner,
  state: z.string(),
});
export type DueDeadline = z.output<typeof DueDeadline>;

const urgencies = ['overdue', 'soon', 'later'] as const;

/** The status is computed by the clock of each case's home. */
export const DueDeadlineQuery = listQuery.extend({
  location: idSchema('home').optional(),
  kind: z.enum(duties).optional(),
  owner: idSchema('profile').optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'State must be a code of two letters')
    .optional(),
  standing: z.enum(urgencies).optional(),
});
