import { isNotFound } from '#domain/shared/contract/errors.ts';
import { formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { chosenNotifications, minutesOfQuiet, wantsNotification } from '#domain/team/notification-preferences.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { ComesLaterError, type Delivery } from '#functions/platform/workers/worker.ts';
import { createHandoverRepository, onDuty } from '#functions/tasks/repository/handovers.ts';
import type { TaskRecord } from '#functions/tasks/repository/task-record.ts';
import { createTaskRepository } from '#functions/tasks/repository/tasks.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** Returns the tasks of these ids that are still open and still of this person. */
const openTasks = async (table: Table, keys: Keys, ids: readonly string[], owner: string): Promise<TaskRecord[]> => {
  const repository = createTaskRepository(table, keys);
  const found = await Promise.all(
    ids.map((id) =>
      repository.require(id).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      }),
    ),
  );
  return found.flatMap((one) => one?.record ?? []).filter((row) => row.state === 'open' && row.owner === owner);
};

const dueWords = ({ due, time }: TaskRecord): string =>
  due ? `due ${formatDate(due)}${time ? `, ${formatTime(time)}` : ''}` : 'without a due date';

const taskLines = (row: TaskRecord, staffSiteUrl: string): string[] => [
  `${oneLine(row.title)}, ${dueWords(row)}`,
  ...(row.case_id ? [`Case ${oneLine(row.case_number)}, ${oneLine(row.deceased_name) || 'name not given'}`] : []),
  `${staffSiteUrl}/tasks?task=${row.id}`,
  '',
];

const taskMail = (to: string[], subject: string, rows: readonly TaskRecord[], staffSiteUrl: string): MailContent => ({
  to,
  subject,
  text: [
    ...rows.flatMap((row) => taskLines(row, staffSiteUrl)),
    `You choose what you are told, and when: ${staffSiteUrl}/profile`,
  ].join('\n'),
});

/** Tells a person that someone gave them a task, once their quiet hours are over. */
export const onTaskAssigned =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'task.assigned' | 'office-task.assigned'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const { task, owner: id } = envelope.payload;
    const [row] = await openTasks(table, keys, [task], id);
    const organizations = createOrganizationRepository(table, keys);
    const owner = row && (await organizations.profile(id));
    if (!row || owner?.status !== 'active') return;
    const [preferences, home, latest] = await Promise.all([
      organizations.preferences(owner.id),
      organizations.plainHome(owner.funeral_home_id),
      createHandoverRepository(table, keys).latest(10),
    ]);
    const { time } = momentIn(home?.time_zone ?? 'UTC', now());
    const chosen = chosenNotifications(preferences?.notifications);
    const when = wantsNotification(chosen, 'task_assigned', { time, isOnDuty: onDuty(latest)?.by === owner.id });
    if (when === 'later') throw new ComesLaterError(minutesOfQuiet(chosen, time) * 60);
    if (when === 'now')
      await sendMail(dependencies, envelope, 'task-assigned', () =>
        taskMail([owner.email], `A task for you: ${oneLine(row.title)}`, [row], staffSiteUrl),
      );
  };

/** Tells a person which tasks are due. The schedule has asked whether and when they want to know. */
export const onTasksDue =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'task.due-near'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const { owner: id, tasks } = envelope.payload;
    const rows = await openTasks(table, keys, tasks, id);
    const owner = await createOrganizationRepository(table, keys).profile(id);
    const [row] = rows;
    if (!row || owner?.status !== 'active') return;
    const subject = rows.length > 1 ? `${rows.length} tasks are due` : `${oneLine(row.title)}: ${dueWords(row)}`;
    await sendMail(dependencies, envelope, 'tasks-due', () => taskMail([owner.email], subject, rows, staffSiteUrl));
  };
