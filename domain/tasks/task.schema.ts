import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { idSchema, recordKey } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, version } from '#domain/shared/contract/wire.ts';
import { calendarDate } from '#domain/shared/values/calendar-date.ts';
import { clockTime } from '#domain/shared/values/date-time.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { anchors, taskFacts, taskGroups } from './checklist.ts';

export const taskMessages = {
  needsTitle: 'Say what has to be done',
  needsReason: 'Say why it is not needed',
  needsComment: 'Write a comment',
  noSuchOwner: 'Choose an active team member',
  oneOwner: 'Choose a person or a role, not both',
  timeNeedsDay: 'Choose the day, too',
  onlyFree: 'A task of the checklist cannot be deleted. Mark it not needed instead.',
  titleOfList: 'The checklist of the home sets this title',
  tooMany: 'A case can have at most 200 tasks of its own',
  tooManyComments: 'A task can have at most 30 comments',
  full: 'The tasks of this case hold too much text. Shorten notes or delete tasks first.',
  closed: 'The case is cancelled. Reopen it to work on its tasks.',
} as const;
export const maxFreeTasks = 200;
export const maxComments = 30;

/** The id of a free task, or of its case and its key in the checklist: `<case>.<key>`. */
const uuidText = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const taskId = z
  .string()
  .regex(new RegExp(`^${uuidText}(?:\\.[a-z0-9][a-z0-9_-]{0,39})?$`), 'There is no such task')
  .meta({ [recordKey]: 'task' });
export const taskParams = z.object({ id: taskId });

export const taskStates = ['open', 'done', 'not_needed'] as const;

/** A task in lists. Due times are local to the home. */
export const TaskRow = z.object({
  id: z.string(),
  version: z.number().int(),
  case: z.uuid().nullable(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  title: z.string(),
  /** Null for a task of no checklist. */
  group: z.enum(taskGroups).nullable(),
  owner: z.uuid().nullable(),
  owner_name: z.string(),
  /** Whose work it is while it has no owner. */
  role: z.enum(roles).nullable(),
  due: z.iso.date().nullable(),
  /** HH:MM; null for the end of the day. */
  time: z.string().nullable(),
  overdue: z.boolean(),
  /** Whole days, negative once overdue; null without a due day. */
  days_left: z.number().int().nullable(),
  promised_to: z.string(),
  state: z.enum(taskStates),
  reason: z.string(),
  ended_at: Instant.nullable(),
  ended_by_name: z.string(),
  /** The fact that completes it. */
  met_by: z.enum(taskFacts).nullable(),
  /** Whether that fact, and no person, completed it. */
  is_by_fact: z.boolean(),
  comment_count: z.number().int(),
  /** The rule of the due time; null for a task of no checklist. */
  rule: z
    .object({
      anchor: z.enum(anchors),
      offset: z.object({ amount: z.number().int(), unit: z.enum(['hours', 'days']) }),
    })
    .nullable(),
});
export type TaskRow = z.output<typeof TaskRow>;

export const Task = TaskRow.extend({
  note: z.string(),
  /** Set by a person, so it does not move with the case. */
  due_is_own: z.boolean(),
  comments: z.array(z.object({ text: z.string(), by_name: z.string(), at: Instant })),
});
export type Task = z.output<typeof Task>;

export const taskUrgencies = ['overdue', 'today', 'week', 'later'] as const;

/** Open tasks, soonest first; ended ones, latest first. */
export const TaskQuery = listQuery.extend({
  location: idSchema('home').optional(),
  /** Of one person, or of a role while no person has it. */
  owner: idSchema('profile').optional(),
  role: z.enum(roles).optional(),
  state: z.enum(['open', 'ended']).optional(),
  when: z.enum(taskUrgencies).optional(),
  /** Only those that were promised to a person. */
  promised: z.enum(['true']).optional(),
  /** Ended on this day or later, by UTC. */
  since: z.iso.date().optional(),
});

export const TaskPeople = z.array(
  z.object({
    owner: z.uuid().nullable(),
    role: z.enum(roles).nullable(),
    name: z.string(),
    open: z.number().int(),
    overdue: z.number().int(),
  }),
);

/** The tasks of a case; `checklist_version` is null where no checklist was started. */
export const CaseTasks = z.object({
  checklist_version: z.number().int().nullable(),
  /** Whether the home has saved a later version of its checklist. */
  is_outdated: z.boolean(),
  tasks: z.array(Task),
});
export type CaseTasks = z.output<typeof CaseTasks>;

const title = singleLineText('Title', 120).min(1, taskMessages.needsTitle);
const values = {
  owner: idSchema('profile').nullish(),
  role: z.enum(roles).nullish(),
  due: calendarDate('Due day').nullish(),
  time: clockTime.nullish(),
  promised_to: singleLineText('Promised to', 100),
  note: multilineText('Note', 1000),
};

export const NewTask = z.object({
  case: idSchema('case').nullish(),
  /** The home of a task without a case; by default the caller's. */
  funeral_home_id: idSchema('home').nullish(),
  title,
  ...values,
  promised_to: values.promised_to.default(''),
  note: values.note.default(''),
});

/** Omitted values stay; a day without a time ends with the day. A `due` or owner of null goes back to the checklist's. */
export const TaskPatch = z
  .object({ title, ...values })
  .partial()
  .extend({ version: version.or(z.literal(0)) });

export const Completion = z.object({
  not_needed: z.boolean().default(false),
  reason: singleLineText('Reason', 300).default(''),
});
export const NewComment = z.object({ text: multilineText('Comment', 500).min(1, taskMessages.needsComment) });
