import * as z from 'zod';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams, recordKey } from '#domain/shared/contract/ids.ts';
import { currentOf, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { maxCalendarDays } from './calendar.schema.ts';
import {
  CaseDay,
  ChangedEvents,
  DayEvent,
  DayEventPatch,
  dayEventId,
  EventRefusal,
  NewDayEvent,
  NewOfficeEvent,
  NewResource,
  NewShift,
  OfficeEventPatch,
  Resource,
  ResourcePatch,
  Schedule,
  ScheduleQuery,
  Shift,
  ShiftQuery,
} from './day.schema.ts';
import { RunSheet, RunSheetQuery, SheetSeen, SheetSight } from './run-sheet.ts';

const ofCase = '/api/services/cases/{id}/events/';
const oneOfCase = `${ofCase}{event_id}/`;
const office = '/api/calendar/events/';
const oneOfOffice = `${office}{event_id}/`;
const resources = '/api/calendar/resources/';
const shifts = '/api/calendar/shifts/';
const runSheet = '/api/calendar/run-sheet/';

const dayEventParams = z.object({ id: idSchema('case'), event_id: dayEventId });
const officeEventParams = z.object({ event_id: z.uuid().meta({ [recordKey]: 'day-event' }) });

const read = { method: 'GET', permission: 'case:read' } as const;
/** A changed event can be an email to the people of its run sheet. */
const limits = [{ by: 'user', max: 300, seconds: 300 }] as const;
const noEvent = { 404: 'There is no such event.' } as const;
const twice = 'Something is needed twice (`conflicts`); send `conflict_reason` to save it.';
const refused = `\`version\` is stale: \`current\` is the event as it stands. Or the case is cancelled. ${twice}`;
const changeOfCase = {
  permission: 'day:plan',
  limits,
  events: ['event.changed', 'run-sheet.changed'],
} as const;
const changeOfOffice = {
  permission: 'day:plan',
  limits,
  auditActions: ['office_event.changed'],
  events: ['office-event.changed', 'run-sheet.changed'],
} as const;

/** Events of a case. Date, time and place of its service, cremation and committal are fields of the case. */
export const caseEventEndpoints = {
  list: endpoint({
    ...read,
    path: ofCase,
    summary: 'List the events of a case with conflicts, and those that are usual around its service',
    params: pathParams.case,
    response: CaseDay,
    errorResponses: { 404: 'There is no such case.' },
  }),
  create: endpoint({
    ...changeOfCase,
    method: 'POST',
    path: ofCase,
    summary: 'Add an event to a case',
    params: pathParams.case,
    body: NewDayEvent,
    response: DayEvent,
    status: 201,
    idempotent: true,
    conflict: EventRefusal,
    errorResponses: { 404: 'There is no such case.', 409: `The case is cancelled. ${twice}` },
    auditActions: ['event.added'],
  }),
  update: endpoint({
    ...changeOfCase,
    method: 'PATCH',
    path: oneOfCase,
    policy: 'case:edit',
    summary: 'Change an event of a case; others can move along. Changes the fields of the case where they hold it',
    params: dayEventParams,
    body: DayEventPatch,
    response: ChangedEvents,
    conflict: EventRefusal,
    errorResponses: { ...noEvent, 409: refused },
    auditActions: ['event.changed', ...caseEndpoints.update.auditActions],
    events: ['event.changed', ...caseEndpoints.update.events],
  }),
  remove: endpoint({
    ...changeOfCase,
    method: 'DELETE',
    path: oneOfCase,
    summary: 'Delete an event of a case',
    params: dayEventParams,
    response: SuccessResponse,
    errorResponses: { ...noEvent, 409: 'Its date is a field of the case, or the case is cancelled.' },
    auditActions: ['event.deleted'],
  }),
} as const;

/** Other contents of a day: events without a case, resources, shifts and run sheets. */
export const dayEndpoints = {
  schedule: endpoint({
    ...read,
    path: '/api/calendar/schedule/',
    summary: `Get all events, conflicts and shifts of up to ${maxCalendarDays} days`,
    query: ScheduleQuery,
    response: Schedule,
  }),
  officeEvents: endpoint({
    ...read,
    path: office,
    summary: 'List the events without a case in a range of days; repeated ones on each of their days',
    query: ShiftQuery,
    response: z.object({ results: z.array(DayEvent) }),
  }),
  createOffice: endpoint({
    ...changeOfOffice,
    method: 'POST',
    path: office,
    summary: 'Add an event without a case, such as training or a meeting',
    body: NewOfficeEvent,
    response: DayEvent,
    status: 201,
    idempotent: true,
    conflict: EventRefusal,
    errorResponses: { 409: twice },
  }),
  updateOffice: endpoint({
    ...changeOfOffice,
    method: 'PATCH',
    path: oneOfOffice,
    summary: 'Change an event without a case, with all its repetitions',
    params: officeEventParams,
    body: OfficeEventPatch,
    response: DayEvent,
    conflict: EventRefusal,
    errorResponses: { ...noEvent, 409: refused },
  }),
  removeOffice: endpoint({
    ...changeOfOffice,
    method: 'DELETE',
    path: oneOfOffice,
    summary: 'Delete an event without a case, with all its repetitions',
    params: officeEventParams,
    response: SuccessResponse,
    errorResponses: noEvent,
  }),
  resources: endpoint({
    ...read,
    path: resources,
    summary: 'List vehicles, rooms and equipment, also those no longer in use',
    response: z.object({ results: z.array(Resource) }),
  }),
  addResource: endpoint({
    method: 'POST',
    path: resources,
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Add a vehicle, room or equipment, of one location or shared',
    body: NewResource,
    response: Resource,
    status: 201,
    idempotent: true,
    auditActions: ['resource.added'],
    events: ['home.updated'],
  }),
  changeResource: endpoint({
    method: 'PATCH',
    path: `${resources}{id}/`,
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Rename a resource, change the time between its events, or end its use',
    params: z.object({ id: idSchema('resource') }),
    body: ResourcePatch,
    response: Resource,
    conflict: currentOf(Resource),
    errorResponses: { 409: '`version` is stale: `current` is the resource as it stands.' },
    auditActions: ['resource.changed'],
    events: ['home.updated'],
  }),
  shifts: endpoint({
    ...read,
    path: shifts,
    summary: 'List who is on call, working or off in a range of days',
    query: ShiftQuery,
    response: z.object({ results: z.array(Shift) }),
  }),
  addShift: endpoint({
    method: 'POST',
    path: shifts,
    permission: 'day:plan',
    summary: 'Add a shift of a team member',
    body: NewShift,
    response: Shift,
    status: 201,
    idempotent: true,
    auditActions: ['shift.added'],
    events: ['shift.changed'],
  }),
  removeShift: endpoint({
    method: 'DELETE',
    path: `${shifts}{id}/`,
    permission: 'day:plan',
    summary: 'Delete a shift',
    params: z.object({ id: idSchema('shift') }),
    response: SuccessResponse,
    errorResponses: { 404: 'There is no such shift.' },
    auditActions: ['shift.deleted'],
    events: ['shift.changed'],
  }),
  runSheet: endpoint({
    ...read,
    path: runSheet,
    summary: 'Get the run sheet of a day, of one person or of all, with changes since the caller last saw it',
    query: RunSheetQuery,
    response: RunSheet,
  }),
  seeRunSheet: endpoint({
    method: 'POST',
    path: `${runSheet}seen/`,
    permission: 'case:read',
    summary: 'Remember that the caller has seen or printed a run sheet as it stands',
    body: SheetSight,
    response: SheetSeen,
    errorResponses: { 409: 'It changed meanwhile: read it again.' },
  }),
} as const;

/** Printed by the function that makes PDF files. */
export const runSheetPaperEndpoints = {
  runSheet: endpoint({
    ...read,
    path: `${runSheet}paper/`,
    summary: 'Get the run sheet of a day as a PDF, marking what changed since the caller last saw it',
    query: RunSheetQuery,
    response: file('application/pdf'),
    limits: [{ by: 'user', max: 60, seconds: 60 }],
    skipActorCache: true,
  }),
} as const;
