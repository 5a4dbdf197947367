import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type Contribution, unspecifiedStaff } from './contributions.ts';

interface CountedTask {
  readonly id: string;
  readonly case_id: string;
  readonly case_number: string;
  readonly funeral_home_id: string;
  readonly title: string;
  readonly group: string | null;
  readonly due: string;
  readonly time: string | null;
  readonly state: string;
  readonly ended_at: string | null;
  /** `YYYY-MM-DD HH:MM` at the home. */
  readonly ended_local: string;
  readonly ended_by_id: string | null;
  readonly ended_by_name: string;
  readonly met_by: string | null;
  readonly is_by_fact: boolean;
  readonly called_at: string;
}

/** Hours that are longer count as this many, so that one forgotten case does not decide an average. */
const maxHours = 24 * 365;

/**
 * Returns the contribution of a completed task: whether it was on time by its due day, by group and person, and the whole hours
 * from the first call to the fact that completes it.
 */
export function contributionsOfTask(task: CountedTask): Contribution[] {
  const { ended_at: at, group, ended_by_id: staff, called_at, is_by_fact, met_by } = task;
  if (task.state !== 'done' || !at) return [];
  const day = task.ended_local.slice(0, 10);
  const hours = Math.round((Date.parse(at) - Date.parse(called_at)) / 3_600_000);
  const milestone =
    met_by && is_by_fact && called_at && hours >= 0
      ? { [`hours.${met_by}`]: Math.min(hours, maxHours), [`n.${met_by}`]: 1 }
      : {};
  const isDated = isCalendarDate(task.due);
  const onTime = isDated && task.ended_local <= `${task.due} ${task.time ?? '24'}` ? 1 : 0;
  const by = [`group.${group ?? 'free'}`, `staff.${staff ?? unspecifiedStaff}`];
  const add = {
    n: 1,
    dated: isDated ? 1 : 0,
    on_time: onTime,
    ...Object.fromEntries(
      isDated
        ? by.flatMap((name) => [
            [`of.${name}`, 1],
            [`on_time.${name}`, onTime],
          ])
        : [],
    ),
    ...milestone,
  };
  return [
    {
      group: 'task',
      homeId: task.funeral_home_id,
      day,
      caseId: task.case_id || null,
      add: Object.fromEntries(Object.entries(add).filter(([, value]) => value !== 0)),
      ...(staff ? { names: { [`of.staff.${staff}`]: task.ended_by_name } } : {}),
      title: task.title,
      detail: task.case_number,
    },
  ];
}
