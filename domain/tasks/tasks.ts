import * as z from 'zod';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import type { Moment } from '#domain/deadlines/rule-builders.ts';
import { type Role, roles } from '#domain/shared/access/roles.ts';
import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { addDays, ageOn, instantAt, isCalendarDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { Anchor, AppliesTo, CaseKind, ChecklistItem, TaskFact, TaskGroup } from './checklist.ts';
import { taskStates } from './task.schema.ts';
import type { MetFacts } from './task-facts.ts';

/** Changes that people made to a task of the checklist, or a whole free task. */
export const TaskEntry = z.object({
  /** The item's key, or the id of a free task. */
  key: z.string(),
  version: z.number(),
  /** Null for a task of the checklist. */
  title: z.string().nullable(),
  /** Null keeps the owner of the checklist. */
  owner: z.object({ profile: z.string().nullable(), role: z.enum(roles).nullable() }).nullable(),
  /** Null keeps the due time of the checklist. */
  due: z.object({ day: z.string(), time: z.string().nullable() }).nullable(),
  /** The person who was promised it. */
  promised_to: z.string(),
  note: z.string(),
  /** Null leaves it to the facts of the case; `open` is open although the fact is recorded. */
  state: z.enum(taskStates).nullable(),
  reason: z.string(),
  ended_at: z.string().nullable(),
  ended_by_id: z.string().nullable(),
  ended_by_name: z.string(),
  comments: z.array(z.object({ text: z.string(), by_name: z.string(), at: z.string() })),
  created_at: z.string(),
  created_by_name: z.string(),
});
export type TaskEntry = z.output<typeof TaskEntry>;

/** Returns an entry that changes nothing but these values. */
export const taskEntry = (key: string, changes: Partial<TaskEntry> = {}): TaskEntry => ({
  key,
  version: 0,
  title: null,
  owner: null,
  due: null,
  promised_to: '',
  note: '',
  state: null,
  reason: '',
  ended_at: null,
  ended_by_id: null,
  ended_by_name: '',
  comments: [],
  created_at: '',
  created_by_name: '',
  ...changes,
});

export interface TaskPart {
  readonly items: readonly ChecklistItem[];
  readonly met: MetFacts;
  readonly entries: readonly TaskEntry[];
}

/** A task in its current state. Times are local to the home, except `ended_at`. */
export interface TaskState extends Omit<TaskEntry, 'title' | 'owner' | 'due' | 'state'> {
  readonly title: string;
  /** Null for a free task. */
  readonly group: TaskGroup | null;
  readonly owner: string | null;
  /** Whose work it is while it has no owner. */
  readonly role: Role | null;
  readonly due: Moment | undefined;
  readonly dueIsOwn: boolean;
  readonly rule: Pick<ChecklistItem, 'anchor' | 'offset'> | null;
  readonly state: NonNullable<TaskEntry['state']>;
  /** The fact that completes it. */
  readonly met_by: TaskFact | null;
  /** Whether that fact, and no person, completed it. */
  readonly isByFact: boolean;
}

export interface TaskCase {
  readonly core: Parameters<typeof factsOf>[0] & {
    readonly created_at: string;
    readonly created_by_id?: string | null | undefined;
    readonly cancelled_at?: string | null | undefined;
    readonly cancelled_by_name?: string | null | undefined;
  };
  readonly sections: Readonly<Record<string, Values | undefined>>;
}

const adult = 18;

/** Returns what decides which items of a checklist apply to a case. */
export const traitsOf = ({ sections }: Pick<TaskCase, 'sections'>) => {
  const { deceased, service, veteran, servicesFees } = sections;
  const [born, died] = ['date_of_birth', 'date_of_death'].map((name) => stringAt(deceased, name));
  const isMinor = isCalendarDate(born ?? '') && isCalendarDate(died ?? '') && ageOn(born ?? '', died ?? '') < adult;
  const kind: CaseKind = stringAt(servicesFees, 'receiving_remains_from')
    ? 'trade_in'
    : stringAt(servicesFees, 'forwarding_remains_to')
      ? 'trade_out'
      : 'at_need';
  return {
    kind,
    service_type: stringAt(service, 'service_type'),
    method: methodOf(service ?? {}),
    veteran: isYes(veteran?.is_veteran),
    child: isMinor || isYes(deceased?.stillborn),
  };
};

/** Returns whether an item applies to a case of these traits. What is not known yet meets no condition. */
export const applies = (to: AppliesTo, traits: ReturnType<typeof traitsOf>): boolean => {
  const isIn = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
  return (
    isIn(to.kinds, traits.kind) &&
    isIn(to.service_types, traits.service_type) &&
    isIn(to.methods, traits.method) &&
    (!to.veteran || traits.veteran) &&
    (!to.child || traits.child)
  );
};

const momentAt = (values: Values | undefined, day: string, time: string): Moment | undefined => {
  const on = stringAt(values, day);
  return isCalendarDate(on) ? { day: on, time: stringAt(values, time) || undefined } : undefined;
};

/** Returns the moment of each anchor that is known, on the clock of the home. */
const anchorsOf = (
  { core, sections }: TaskCase,
  met: MetFacts,
  zone: string,
): Readonly<Record<Anchor, Moment | undefined>> => {
  const at = (instant: string | undefined): Moment | undefined =>
    instant === undefined ? undefined : momentIn(zone, new Date(instant));
  return {
    opened: at(core.created_at),
    death: momentAt(sections.deceased, 'date_of_death', 'time_of_death'),
    arrangement: momentAt(sections.servicesFees, 'date_of_statement', ''),
    service: momentAt(sections.service, 'service_date', 'service_time'),
    disposition: factsOf(core, sections, []).disposition,
    completed: at(met.case_completed?.at),
  };
};

/** Returns the due moment; hours are hours of the clock's day, across changes of the clocks, and need a known time. */
const dueOf = (anchor: Moment | undefined, { amount, unit }: ChecklistItem['offset'], zone: string) => {
  if (!anchor) return undefined;
  if (unit === 'days') return { day: addDays(anchor.day, amount), time: undefined };
  if (anchor.time === undefined) return { day: addDays(anchor.day, Math.trunc(amount / 24)), time: undefined };
  const start = instantAt(anchor.day, anchor.time, zone, 'first');
  return momentIn(zone, new Date(start.getTime() + amount * 3_600_000));
};

const ownDue = ({ due }: Pick<TaskEntry, 'due'>): Moment | undefined =>
  due ? { day: due.day, time: due.time ?? undefined } : undefined;

/** Returns a task that is of no checklist. */
export const freeTask = (entry: TaskEntry): TaskState => ({
  ...entry,
  title: entry.title ?? '',
  group: null,
  rule: null,
  met_by: null,
  isByFact: false,
  owner: entry.owner?.profile ?? null,
  role: entry.owner?.role ?? null,
  due: ownDue(entry),
  dueIsOwn: entry.due !== null,
  state: entry.state ?? 'open',
});

const arrangerRole: Role = 'funeral_director';

interface ItemContext {
  readonly due: Moment | undefined;
  readonly met: MetFacts;
  readonly arranger: string | null;
}

const itemTask = (item: ChecklistItem, entry: TaskEntry, { due, met, arranger }: ItemContext): TaskState => {
  const byFact = entry.state === null && item.met_by ? met[item.met_by] : undefined;
  const listed =
    item.owner === 'arranger'
      ? { profile: arranger, role: arranger ? null : arrangerRole }
      : { profile: null, role: item.owner };
  const owner = entry.owner ?? listed;
  const task: TaskState = {
    ...freeTask(entry),
    title: item.title,
    group: item.group,
    met_by: item.met_by,
    owner: owner.profile,
    role: owner.role,
    rule: pick(item, ['anchor', 'offset']),
    due: ownDue(entry) ?? due,
  };
  if (!byFact) return task;
  return {
    ...task,
    isByFact: true,
    state: 'done',
    ended_at: byFact.at,
    ended_by_id: null,
    ended_by_name: byFact.by_name,
  };
};

/**
 * Returns the entries, of which one is reopened only while its fact is recorded: a fact that comes later completes the
 * task.
 */
export const settledEntries = <Part extends TaskPart>({ items, met, entries }: Part): Part['entries'] => {
  const isMet = new Set(items.filter(({ met_by }) => met_by && met[met_by]).map(({ key }) => key));
  return entries.map((entry) => (entry.state === 'open' && !isMet.has(entry.key) ? { ...entry, state: null } : entry));
};

export const caseCancelled = 'The case was cancelled';

/** Returns the due time as text; '' without a day. */
export const dueText = ({ due }: Pick<TaskState, 'due'>): string =>
  due ? [due.day, due.time].filter(Boolean).join(' ') : '';

/** Returns the tasks of a case: the items of its checklist that apply, and free tasks. A cancelled case has none open. */
export function tasksOf(found: TaskCase, { items, met, entries }: TaskPart): TaskState[] {
  const { core } = found;
  const zone = core.home_time_zone ?? 'UTC';
  const traits = traitsOf(found);
  const moments = anchorsOf(found, met, zone);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const arranger = core.created_by_id ?? null;
  const listed = items
    .filter((item) => applies(item.applies, traits))
    .map((item) => {
      const due = dueOf(moments[item.anchor], item.offset, zone);
      return itemTask(item, byKey.get(item.key) ?? taskEntry(item.key), { due, met, arranger });
    });
  const free = entries.filter(({ title }) => !isBlank(title)).map(freeTask);
  const all = [...listed, ...free];
  if (core.status !== 'cancelled') return all;
  const ended = { reason: caseCancelled, ended_at: core.cancelled_at ?? null, ended_by_id: null };
  return all.map((task) =>
    task.state === 'open'
      ? { ...task, ...ended, state: 'not_needed', ended_by_name: core.cancelled_by_name ?? '' }
      : task,
  );
}
