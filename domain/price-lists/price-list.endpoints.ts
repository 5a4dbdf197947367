import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { idOf, ids } from '#domain/contract/ids.ts';
import { currentOf, Done } from '#domain/contract/wire.ts';
import {
  InForceQuery,
  NewPriceList,
  PriceList,
  PriceListPatch,
  PriceListQuery,
  PriceListVersion,
  PuttingInForce,
} from './price-list.schema.ts';

const path = '/api/funeral-homes/{id}/price-lists/';
const one = `${path}{listId}/` as const;
const params = z.object({ id: idOf('home'), listId: idOf('price-list') });
const change = { may: 'home:edit', policy: 'price-list:change', params } as const;
const refusals = {
  404: 'There is no such home or version.',
  409: 'It was put in force, or `version` is stale: `current` is the version as it stands.',
};

export const priceListEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    may: 'home:read',
    summary: 'The versions of a home’s price lists, and what day it is there',
    params: ids.home,
    query: PriceListQuery,
    response: z.object({ today: z.iso.date(), results: z.array(PriceListVersion) }),
  }),
  inForce: endpoint({
    method: 'GET',
    path: `${path}in-force/`,
    may: 'home:read',
    summary: 'The price lists that are in force at a home on a day, with their items',
    params: ids.home,
    query: InForceQuery,
    response: z.object({ date: z.iso.date(), lists: z.array(PriceList) }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    may: 'home:edit',
    policy: 'home:edit',
    summary: 'Begin a draft of a price list, empty or as a copy of a version',
    params: ids.home,
    body: NewPriceList,
    response: PriceList,
    status: 201,
    idempotent: true,
    refusals: { 404: 'There is no such home, or no such version to copy.' },
    records: ['price_list.created'],
    announces: ['price-list.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    may: 'home:read',
    summary: 'Read one version with its items and disclosures',
    params,
    response: PriceList,
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path: one,
    summary: 'Change a draft; its items are sent whole',
    body: PriceListPatch,
    response: PriceList,
    conflict: currentOf(PriceList),
    refusals,
    records: ['price_list.updated'],
    announces: ['price-list.changed'],
  }),
  delete: endpoint({
    ...change,
    method: 'DELETE',
    path: one,
    summary: 'Throw a draft away',
    response: Done,
    refusals: { 404: refusals[404], 409: 'It was put in force and is kept.' },
    records: ['price_list.deleted'],
    announces: ['price-list.changed'],
  }),
  putInForce: endpoint({
    ...change,
    method: 'POST',
    path: `${one}put-in-force/`,
    summary: 'Put a draft in force from a day on; from then it never changes',
    body: PuttingInForce,
    response: PriceList,
    conflict: currentOf(PriceList),
    refusals,
    records: ['price_list.put_in_force'],
    announces: ['price-list.put-in-force'],
  }),
} as const;
