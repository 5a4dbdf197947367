import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Checklist, SentChecklist } from './checklist.ts';
import { Handover, HandoverConfirmation, HandoverNote, HandoverPage } from './handover.ts';
import {
  CaseTasks,
  Completion,
  NewComment,
  NewTask,
  Task,
  TaskPatch,
  TaskPeople,
  TaskQuery,
  TaskRow,
  taskParams,
} from './task.schema.ts';

const tasks = '/api/services/tasks/';
const one = `${tasks}{id}/`;
const ofCase = '/api/services/cases/{id}/tasks/';
const handover = '/api/services/handover/';
const taskActions = [
  'task.added',
  'task.changed',
  'task.deleted',
  'task.completed',
  'task.reopened',
  'task.commented',
] as const;
/** A task of a case is in the history of the case; one of no case is in that of the organization, without its words. */
const recorded = {
  auditActions: [...taskActions, 'office_task.changed'],
  events: [...taskActions, 'task.assigned', 'office-task.changed', 'office-task.assigned'],
  // A task that is given to someone is an email.
  limits: [{ by: 'user', max: 300, seconds: 300 }],
} as const;
const noTask = {
  404: 'There is no such task.',
  409: 'The case is cancelled, or its tasks hold too much text.',
} as const;
const change = {
  ...recorded,
  params: taskParams,
  response: Task,
  permission: 'task:tick',
  errorResponses: noTask,
} as const;

export const taskEndpoints = {
  list: endpoint({
    method: 'GET',
    path: tasks,
    permission: 'case:read',
    summary: 'List open tasks, soonest first, or ended ones, latest first',
    query: TaskQuery,
    response: pageSchema(TaskRow),
  }),
  people: endpoint({
    method: 'GET',
    path: `${tasks}people/`,
    permission: 'case:read',
    summary: 'Count open and overdue tasks of each person and role',
    response: TaskPeople,
  }),
  create: endpoint({
    ...recorded,
    method: 'POST',
    path: tasks,
    permission: 'task:tick',
    summary: 'Add a task, with or without a case',
    body: NewTask,
    response: Task,
    status: 201,
    idempotent: true,
    errorResponses: noTask,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    permission: 'case:read',
    summary: 'Get a task with its note and comments',
    params: taskParams,
    response: Task,
    errorResponses: { 404: noTask[404] },
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path: one,
    policy: 'task:plan',
    summary: 'Change owner, due time, note or, of a task of no checklist, its title',
    body: TaskPatch,
    conflict: currentOf(Task),
    errorResponses: {
      ...noTask,
      409: '`version` is stale: `current` is the task as it stands. Or the case is cancelled, or its tasks hold too much text.',
    },
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: one,
    policy: 'task:plan',
    summary: 'Delete a task of no checklist',
    response: SuccessResponse,
    errorResponses: { ...noTask, 409: 'It is a task of the checklist, or the case is cancelled.' },
  }),
  complete: endpoint({
    ...change,
    method: 'POST',
    path: `${one}complete/`,
    summary: 'Complete a task, or end it as not needed with a reason',
    body: Completion,
  }),
  reopen: endpoint({
    ...change,
    method: 'POST',
    path: `${one}reopen/`,
    summary: 'Reopen a task, also one that a fact of the case completed',
  }),
  comment: endpoint({
    ...change,
    method: 'POST',
    path: `${one}comments/`,
    summary: 'Add a comment to a task',
    body: NewComment,
    status: 201,
    idempotent: true,
  }),
  ofCase: endpoint({
    method: 'GET',
    path: ofCase,
    permission: 'case:read',
    summary: 'List all tasks of a case, open and ended',
    params: pathParams.case,
    response: CaseTasks,
    errorResponses: { 404: 'There is no such case.' },
  }),
  startChecklist: endpoint({
    method: 'PUT',
    path: ofCase,
    permission: 'task:plan',
    summary: 'Start the checklist of a case, or update it to the latest version of its home. Tasks keep their state',
    params: pathParams.case,
    response: CaseTasks,
    errorResponses: { 404: 'There is no such case.', 409: noTask[409] },
    auditActions: ['task.checklist_started'],
    events: ['task.checklist-started'],
  }),
  checklists: endpoint({
    method: 'GET',
    path: '/api/services/checklists/',
    permission: 'case:read',
    summary: "Get each home's current checklist, or earlier versions of one home, newest first",
    query: z.object({ versions_of: idSchema('home').optional() }),
    response: z.array(Checklist),
  }),
  saveChecklist: endpoint({
    method: 'POST',
    path: '/api/services/checklists/',
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Save the next version of the checklist of a home. Cases keep theirs until they are updated',
    body: SentChecklist,
    response: Checklist,
    status: 201,
    idempotent: true,
    errorResponses: { 409: '`version` is stale: someone else saved the checklist.' },
    auditActions: ['checklist.saved'],
    events: ['home.updated'],
  }),
  handover: endpoint({
    method: 'GET',
    path: handover,
    permission: 'case:read',
    summary: 'Get the latest hand-over, earlier ones, and what changed since the caller last looked',
    response: HandoverPage,
  }),
  writeHandover: endpoint({
    method: 'PUT',
    path: handover,
    permission: 'task:tick',
    summary: 'Write the note of the next hand-over, or change it until someone takes over',
    body: HandoverNote,
    response: Handover,
    errorResponses: { 409: '`version` is stale: someone else changed it or took over.' },
    auditActions: ['handover.written'],
  }),
  confirmHandover: endpoint({
    method: 'POST',
    path: `${handover}confirm/`,
    permission: 'task:tick',
    summary: 'Confirm that the caller has read the hand-over and takes over',
    body: HandoverConfirmation,
    response: Handover,
    errorResponses: { 409: 'The caller wrote it, or someone else changed it or took over.' },
    auditActions: ['handover.confirmed'],
  }),
} as const;
