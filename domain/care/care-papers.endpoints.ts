import * as z from 'zod';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';

const printed = {
  method: 'GET',
  permission: 'care:read',
  response: file('application/pdf'),
  limits: [{ by: 'user', max: 60, seconds: 60 }],
  skipActorCache: true,
} as const;

export const labelSheets = ['5160', '5163', 'wrist'] as const;
export type LabelSheetName = (typeof labelSheets)[number];

/** Printed again at each request, because the record that they show only grows. */
export const carePaperEndpoints = {
  tags: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/custody/tags/',
    summary: 'Get the tags of a case with QR codes for a label sheet (Avery 5160 or 5163) or as wrist bands',
    params: pathParams.case,
    query: z.object({ sheet: z.enum(labelSheets, 'Sheet is 5160, 5163 or wrist').optional() }),
    errorResponses: { 404: 'There is no such case, or no tag was given.' },
  }),
  chain: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/custody/chain/',
    summary: 'Get the chain of custody of a case as a PDF for an inspector',
    params: pathParams.case,
  }),
  custodyReceipt: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/custody/{subjectId}/{number}/receipt/',
    summary: 'Get the receipt of one entry of a chain, with names and signatures, as a PDF',
    params: z.object({
      id: idSchema('case'),
      subjectId: idSchema('care-subject'),
      number: z.string().regex(/^[1-9]\d{0,4}$/),
    }),
  }),
  effectsList: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/effects/list/',
    summary: 'Get the list of personal effects as a PDF',
    params: pathParams.case,
  }),
  effectReceipt: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/effects/returns/{receiptId}/receipt/',
    summary: 'Get the receipt for returned personal effects as a PDF',
    params: z.object({ id: idSchema('case'), receiptId: idSchema('effect-receipt') }),
  }),
} as const;
