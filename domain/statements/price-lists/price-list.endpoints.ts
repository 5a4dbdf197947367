import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, SuccessResponse } from '#domain/shared/contract/wire.ts';
import {
  InForceQuery,
  NewPriceList,
  PriceList,
  PriceListPatch,
  PriceListQuery,
  PriceListVersion,
  PublishPriceList,
} from './price-list.schema.ts';

const path = '/api/funeral-homes/{id}/price-lists/';
const priceListPath = `${path}{listId}/` as const;
const params = z.object({ id: idSchema('home'), listId: idSchema('price-list') });
const change = { permission: 'home:edit', policy: 'price-list:change', params } as const;
const refusals = {
  404: 'There is no such home or version.',
  409: 'It was put in force, or `version` is stale: `current` is the version as it stands.',
};

export const priceListEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'home:read',
    summary: "List a location's price-list versions and its current date",
    params: pathParams.home,
    query: PriceListQuery,
    response: z.object({ today: z.iso.date(), results: z.array(PriceListVersion) }),
  }),
  inForce: endpoint({
    method: 'GET',
    path: `${path}in-force/`,
    permission: 'home:read',
    summary: 'Get the price lists in effect at a location on a date, with items',
    params: pathParams.home,
    query: InForceQuery,
    response: z.object({ date: z.iso.date(), lists: z.array(PriceList) }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Create a draft price list, empty or copied from a version',
    params: pathParams.home,
    body: NewPriceList,
    response: PriceList,
    status: 201,
    idempotent: true,
    errorResponses: { 404: 'There is no such home, or no such version to copy.' },
    auditActions: ['price_list.created'],
    events: ['price-list.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: priceListPath,
    permission: 'home:read',
    summary: 'Get a price-list version with items and disclosures',
    params,
    response: PriceList,
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path: priceListPath,
    summary: 'Update a draft price list. Replaces all items',
    body: PriceListPatch,
    response: PriceList,
    conflict: currentOf(PriceList),
    errorResponses: refusals,
    auditActions: ['price_list.updated'],
    events: ['price-list.changed'],
  }),
  delete: endpoint({
    ...change,
    method: 'DELETE',
    path: priceListPath,
    summary: 'Delete a draft price list',
    response: SuccessResponse,
    errorResponses: { 404: refusals[404], 409: 'It was put in force and is kept.' },
    auditActions: ['price_list.deleted'],
    events: ['price-list.changed'],
  }),
  putInForce: endpoint({
    ...change,
    method: 'POST',
    path: `${priceListPath}put-in-force/`,
    summary: 'Publish a draft price list from an effective date. It cannot be changed afterwards',
    body: PublishPriceList,
    response: PriceList,
    conflict: currentOf(PriceList),
    errorResponses: refusals,
    auditActions: ['price_list.put_in_force'],
    events: ['price-list.put-in-force'],
  }),
} as const;
