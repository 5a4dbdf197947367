import { addDays, momentIn } from '#domain/shared/values/calendar-date.ts';
import { readyMadeItems } from '#domain/tasks/ready-made.ts';
import { metFacts } from '#domain/tasks/task-facts.ts';
import { dueText, taskEntry, tasksOf } from '#domain/tasks/tasks.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createHandoverRepository } from '#functions/tasks/repository/handovers.ts';
import { createTaskRepository } from '#functions/tasks/repository/tasks.ts';
import { recordedFacts } from '#functions/tasks/worker/keep-tasks.ts';
import type { DemoCase, DemoOrganization, StaffEmail } from './demo-organization.ts';
import { demoId, type Seeding } from './seeding.ts';

const owner = 'owner@whitcomb-ames.example';
const marcus = 'director@whitcomb-ames.example';
const dee = 'coordinator@whitcomb-ames.example';

interface FreeTask {
  readonly title: string;
  readonly by: StaffEmail;
  readonly owner: StaffEmail;
  /** Days from today, and the time. */
  readonly due: readonly [days: number, time: string | null];
  readonly promisedTo?: string;
  readonly of?: string;
}

const freeTasks: readonly FreeTask[] = [
  {
    title: 'Read the obituary to Karin',
    by: marcus,
    owner: dee,
    due: [0, '20:00'],
    promisedTo: 'Karin Lindqvist',
    of: 'harold-lindqvist',
  },
  { title: 'Set the chapel for 40 chairs', by: owner, owner: marcus, due: [1, '08:00'], of: 'maria-solis' },
  { title: 'Call the monument company about the base', by: dee, owner: marcus, due: [-1, null], of: 'walter-pruitt' },
  { title: 'Take the hearse to inspection', by: owner, owner: marcus, due: [3, null] },
];

const note =
  'Mrs. Briggs’s daughter may call twice tonight about the flight from Denver. She is worried, not angry. If she asks about seeing her mother, yes, at any hour.';

/** Tasks that are due longer ago count as done; a demonstration in which all is late shows nothing. */
const lateHours = 30;

const beginChecklist = async (seeding: Seeding, { name, by, created }: DemoCase): Promise<void> => {
  const [table, keys] = [seeding.table, keysOf(seeding.organizationId)];
  const tasks = createTaskRepository(table, keys);
  const { core, sections, part } = await tasks.ofCase(demoId('case', name));
  const items = await table.query({ pk: keys.caseItems(core.id) });
  const met = metFacts(await recordedFacts({ table, keys }, core, sections, items), seeding.instant(created / 2));
  const next = { ...part, checklist_version: 0, items: [...readyMadeItems], met };
  const zone = core.home_time_zone ?? 'UTC';
  const { day, time } = momentIn(zone, new Date(seeding.instant(lateHours)));
  const late = tasksOf({ core, sections }, next).filter(
    (task) => task.state === 'open' && task.due && dueText(task) < `${day} ${time}`,
  );
  const ended = { ended_by_id: seeding.staffId(by), ended_by_name: seeding.staffName(by) };
  const entries = late.map(({ key }) =>
    taskEntry(key, {
      ...ended,
      version: 1,
      state: 'done',
      ended_at: seeding.instant(Math.max(lateHours, created / 2)),
    }),
  );
  await table.transact(tasks.writePart(core.id, part, { ...next, entries }));
};

const addFreeTask = async (
  seeding: Seeding,
  { title, by, owner, due, promisedTo = '', of }: FreeTask,
): Promise<void> => {
  const tasks = createTaskRepository(seeding.table, keysOf(seeding.organizationId));
  const home = seeding.home('whitcomb-ames');
  const { day } = momentIn(home.time_zone, new Date(seeding.instant(0)));
  const entry = taskEntry(demoId('task', title), {
    version: 1,
    title,
    owner: { profile: seeding.staffId(owner), role: null },
    promised_to: promisedTo,
    due: { day: addDays(day, due[0]), time: due[1] },
    created_at: seeding.instant(20),
    created_by_name: seeding.staffName(by),
  });
  if (!of) return seeding.table.transact([tasks.createFree(entry.key, home, entry)]);
  const { core, part } = await tasks.ofCase(demoId('case', of));
  await seeding.table.transact(tasks.writePart(core.id, part, { ...part, entries: [...part.entries, entry] }));
};

/** Begins the checklists of open cases, and writes tasks of people and the note of the last shift. */
export const seedTasks = async (
  seeding: Seeding,
  { homes }: DemoOrganization,
  cases: readonly DemoCase[],
): Promise<void> => {
  for (const demo of cases)
    if (demo.status === 'draft' || demo.status === 'active') await beginChecklist(seeding, demo);
  if (!homes.some(({ slug }) => slug === 'whitcomb-ames')) return;
  for (const task of freeTasks) await addFreeTask(seeding, task);
  const written = { written_by: seeding.staffId(marcus), written_by_name: seeding.staffName(marcus) };
  const handover = { id: demoId('task', 'hand-over'), number: 1, version: 0, note, confirmed: null };
  const repository = createHandoverRepository(seeding.table, keysOf(seeding.organizationId));
  await seeding.table.transact([
    repository.put(undefined, { ...handover, ...written, written_at: seeding.instant(1) }),
  ]);
};
