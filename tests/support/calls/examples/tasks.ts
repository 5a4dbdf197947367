import { areas } from '#domain/registry/endpoints.ts';
import type { Handover } from '#domain/tasks/handover.ts';
import { readyMadeItems } from '#domain/tasks/ready-made.ts';
import { asOwner, caseId, task, type World } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, nothing } from './example.ts';

/** The version of the latest hand-over. */
const handoverVersion = async (world: World) => {
  const { body } = succeeded(await world.harness.call(areas.tasks.handover, { as: asOwner(world) }));
  return { version: (body.current as Handover | null)?.version ?? 0 };
};

export const tasksExamples = {
  'tasks.list': nothing,
  'tasks.people': nothing,
  'tasks.create': async (world) => ({
    body: { case: await caseId(world), title: 'Read the obituary to Karin', due: '2031-03-04', time: '20:00' },
  }),
  'tasks.get': about(task),
  'tasks.update': about(task, { version: 1, note: 'She is home after six' }),
  'tasks.remove': about(task),
  'tasks.complete': about(task, {}),
  'tasks.reopen': about(async (world) => {
    const id = await task(world);
    succeeded(await world.harness.call(areas.tasks.complete, { as: asOwner(world), params: { id }, body: {} }));
    return id;
  }),
  'tasks.comment': about(task, { text: 'Left a message' }),
  'tasks.ofCase': about(caseId),
  'tasks.startChecklist': about(caseId),
  'tasks.checklists': nothing,
  'tasks.saveChecklist': async ({ tenant }) => ({
    body: { funeral_home_id: tenant.home.id, version: 0, items: readyMadeItems },
  }),
  'tasks.handover': nothing,
  'tasks.writeHandover': async (world) => ({
    body: { note: 'Her brother calls at nine.', ...(await handoverVersion(world)) },
  }),
  'tasks.confirmHandover': async (world) => {
    const as = world.tenant.profiles.coordinator;
    const body = { note: 'Her brother calls at nine.', ...(await handoverVersion(world)) };
    succeeded(await world.harness.call(areas.tasks.writeHandover, { as, body }));
    return { body: await handoverVersion(world) };
  },
} satisfies Record<string, Example>;
