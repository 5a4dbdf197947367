import { addDays, daysBetween, momentIn } from '#domain/shared/values/calendar-date.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { Task, TaskRow, taskUrgencies } from '#domain/tasks/task.schema.ts';
import type { TaskState } from '#domain/tasks/tasks.ts';
import { isWithin, type Minute } from '#functions/deadlines/shared/due-range.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { SortRange } from '#functions/platform/store/lists/list-page.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { createTeamRepository, type Team } from '#functions/team/repository/team.ts';
import type { TaskRecord } from '../repository/task-record.ts';

/** Everyone who has or had an account, who may own a task. */
export const roster = {
  grants: ['table:tasks'],
  in: (table, keys): Pick<Team, 'members'> => createTeamRepository(table, keys),
} as const satisfies Repository;

export const namesNeeded = { roster, homes: homesByName };

/** Names and clocks that rows are shown with. */
export interface Names {
  readonly members: readonly Profile[];
  readonly homes: ReadonlyMap<string, string>;
  readonly zones: ReadonlyMap<string, string>;
  readonly now: Date;
}

export const readNames = async (
  db: { roster: Pick<Team, 'members'>; homes: ReturnType<typeof homesByName.in> },
  now: Date,
): Promise<Names> => {
  const [members, homes, zones] = await Promise.all([db.roster.members(), db.homes.homeNames(), db.homes.homeZones()]);
  return { members, homes, zones, now };
};

/** The ranges of open tasks: overdue, the rest of today, the next six days, and later or without a day. */
export const urgencyRange = (urgency: (typeof taskUrgencies)[number], { day, time }: Minute): SortRange => {
  const [minute, tomorrow, nextWeek] = [`${day} ${time}`, addDays(day, 1), addDays(day, 7)];
  const ranges = {
    overdue: { to: minute },
    today: { from: minute, to: tomorrow },
    week: { from: tomorrow, to: nextWeek },
    later: { from: nextWeek },
  };
  return ranges[urgency];
};

export const presentRow = (record: TaskRecord, { members, homes, zones, now }: Names): TaskRow => {
  const { case_id, owner, due, ended_local: _local, ended_by_id: _by, called_at: _called, ...shown } = record;
  const here = momentIn(zones.get(record.funeral_home_id) ?? 'UTC', now);
  const member = members.find(({ id }) => id === owner);
  return {
    ...shown,
    case: case_id || null,
    funeral_home_name: homes.get(record.funeral_home_id) ?? '',
    owner: owner || null,
    owner_name: member ? fullName(member.first_name, member.last_name) : '',
    due: due || null,
    overdue: record.state === 'open' && due !== '' && isWithin(record, urgencyRange('overdue', here)),
    days_left: due ? daysBetween(here.day, due) : null,
  };
};

export const presentTask = (task: TaskState, record: TaskRecord, names: Names): Task => ({
  ...presentRow(record, names),
  note: task.note,
  due_is_own: task.dueIsOwn,
  comments: task.comments,
});
