import { readyMadeItems } from '#domain/tasks/ready-made.ts';
import { caseId, task } from '#tests/support/records/example-records.ts';
import { about, type Example, nothing } from './example.ts';

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
  'tasks.reopen': about(task),
  'tasks.comment': about(task, { text: 'Left a message' }),
  'tasks.ofCase': about(caseId),
  'tasks.startChecklist': about(caseId),
  'tasks.checklists': nothing,
  'tasks.saveChecklist': async ({ tenant }) => ({
    body: { funeral_home_id: tenant.home.id, version: 0, items: readyMadeItems },
  }),
  'tasks.handover': nothing,
  'tasks.writeHandover': async () => ({ body: { note: 'Her brother calls at nine.', version: 0 } }),
  'tasks.confirmHandover': async () => ({ body: { id: null } }),
} satisfies Record<string, Example>;
