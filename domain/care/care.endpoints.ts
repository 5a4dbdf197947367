import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf } from '#domain/shared/contract/wire.ts';
import {
  CareBoard,
  CareCard,
  CareCount,
  CarePlace,
  CaseCustody,
  CaseEffects,
  CountSettlement,
  EffectChange,
  MoveConflict,
  Moved,
  NewCount,
  NewEffect,
  NewPlace,
  NewReturn,
  PlacePatch,
  SentMove,
} from './care.schema.ts';

const custody = '/api/services/cases/{id}/custody/';
const effects = '/api/services/cases/{id}/effects/';
const noCase = { 404: 'There is no such case.' } as const;

const read = { method: 'GET', permission: 'care:read' } as const;
const readCase = { ...read, params: pathParams.case, errorResponses: noCase } as const;
const ofPlace = {
  permission: 'home:edit',
  policy: 'home:edit',
  response: CarePlace,
  events: ['home.updated'],
} as const;
const newEntry = { method: 'POST', permission: 'care:move', status: 201, idempotent: true } as const;
const ofEffect = { response: CaseEffects, errorResponses: noCase, params: pathParams.case } as const;

export const careEndpoints = {
  places: endpoint({
    ...read,
    path: '/api/care/places/',
    summary: 'List the places of all homes, also those no longer in use',
    response: z.array(CarePlace),
  }),
  addPlace: endpoint({
    ...ofPlace,
    method: 'POST',
    path: '/api/care/places/',
    summary: 'Add a place to a home',
    body: NewPlace,
    status: 201,
    idempotent: true,
    auditActions: ['care_place.added'],
  }),
  changePlace: endpoint({
    ...ofPlace,
    method: 'PATCH',
    path: '/api/care/places/{id}/',
    summary: 'Rename a place, change its capacity, or end its use',
    params: z.object({ id: idSchema('care-place') }),
    body: PlacePatch,
    conflict: currentOf(CarePlace),
    errorResponses: { 409: '`version` is stale: `current` is the place as it stands.' },
    auditActions: ['care_place.changed'],
  }),
  board: endpoint({
    ...read,
    path: '/api/care/board/',
    summary: 'Get everybody in care with their place, next step, effects and warnings',
    response: CareBoard,
  }),
  ofTag: endpoint({
    ...read,
    path: '/api/care/tags/{tag}/',
    summary: 'Find who has a tag, by all ten letters in any grouping',
    params: z.object({ tag: z.string().max(40) }),
    response: CareCard,
    errorResponses: { 404: 'No one has this tag.' },
  }),
  ofCase: endpoint({
    ...readCase,
    path: custody,
    summary: 'Get the chain of custody of a case: the body and its remains, with every entry',
    response: CaseCustody,
  }),
  open: endpoint({
    method: 'PUT',
    path: custody,
    permission: 'care:move',
    summary: 'Give the body its tag before the first move. Changes nothing if it has one',
    params: pathParams.case,
    response: CaseCustody,
    errorResponses: noCase,
    auditActions: ['care.opened'],
    events: ['care.opened'],
  }),
  move: endpoint({
    ...newEntry,
    path: `${custody}moves/`,
    summary: 'Record the next entry of a chain. Returns 409 if another came first or checks before it are missing',
    params: pathParams.case,
    body: SentMove,
    response: Moved,
    // Someone found elsewhere is an email to the owners.
    limits: [{ by: 'user', max: 300, seconds: 300 }],
    conflict: MoveConflict,
    errorResponses: {
      404: 'There is no such case or subject.',
      409: 'Another entry came first: `current` is the record as it stands. Or checks are missing: `missing` lists them.',
    },
    auditActions: ['care.moved', 'disposition.recorded', 'disposition.withdrawn'],
    events: ['care.moved', 'care.differs', 'disposition.recorded', 'gate.changed'],
  }),
  effects: endpoint({
    ...readCase,
    path: effects,
    summary: 'List the personal effects of a case with their entries and receipts',
    response: CaseEffects,
  }),
  addEffect: endpoint({
    ...newEntry,
    ...ofEffect,
    path: effects,
    summary: 'List a personal effect',
    body: NewEffect,
    auditActions: ['effect.listed'],
    events: ['effect.changed'],
  }),
  changeEffect: endpoint({
    method: 'PATCH',
    path: `${effects}{effectId}/`,
    permission: 'care:move',
    summary: 'Decide about an effect, or correct it with a reason. Earlier entries stay',
    params: z.object({ id: idSchema('case'), effectId: idSchema('effect') }),
    body: EffectChange,
    response: CaseEffects,
    errorResponses: { 404: 'There is no such case or effect.', 409: 'It was returned or struck.' },
    auditActions: ['effect.decided', 'effect.corrected'],
    events: ['effect.changed'],
  }),
  returnEffects: endpoint({
    ...newEntry,
    ...ofEffect,
    path: `${effects}returns/`,
    summary: 'Return effects with a receipt that both people sign',
    body: NewReturn,
    auditActions: ['effect.returned'],
    events: ['effect.returned'],
  }),
  count: endpoint({
    ...newEntry,
    path: '/api/care/counts/',
    summary: 'Record a count. Compares the tags seen with the record and keeps every difference',
    body: NewCount,
    response: CareCount,
    // A difference is an email to the owners.
    limits: [{ by: 'user', max: 30, seconds: 300 }],
    auditActions: ['care.counted'],
    events: ['care.counted', 'care.differs'],
  }),
  settleCount: endpoint({
    method: 'PUT',
    path: '/api/care/counts/{id}/settlement/',
    permission: 'care:move',
    summary: 'Close the difference of a count with what is known',
    params: z.object({ id: idSchema('care-count') }),
    body: CountSettlement,
    response: CareCount,
    errorResponses: { 409: 'It has no difference, or was settled already.' },
    auditActions: ['care.count_settled'],
    events: ['care.count-settled'],
  }),
} as const;
