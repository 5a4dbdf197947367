import * as z from 'zod';
import { endpoint, type RateLimit } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf } from '#domain/shared/contract/wire.ts';
import { codeDeliveryMethods, FamilyPage, SentChoices } from './family-page.schema.ts';
import { StaffReview } from './family-review.schema.ts';

const path = '/api/services/cases/{id}/family_page/';
const review = '/api/services/cases/{id}/family_review/';
const change = { permission: 'case:edit', params: pathParams.case } as const;
/** Each call may send an email to an address that staff typed, so both the sender and the mailbox have a limit. */
const familyMails = [
  { by: 'user', max: 10, seconds: 60 },
  { by: 'organization', counts: 'accepted', max: 60, seconds: 3600, sharedCounter: 'family mails' },
  { by: 'recipient', counts: 'accepted', max: 10, seconds: 24 * 3600, sharedCounter: 'family mails' },
  { by: 'address', counts: 'accepted', max: 30, seconds: 24 * 3600, sharedCounter: 'family mails' },
] as const satisfies readonly RateLimit[];

export const familyPageEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    permission: 'case:read',
    summary: "Get a case's family status page and its settings",
    params: pathParams.case,
    response: FamilyPage,
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path,
    summary: 'Update the family status page settings. Omitted fields are unchanged',
    body: SentChoices,
    response: FamilyPage,
    conflict: currentOf(FamilyPage),
    auditActions: ['family_page.changed'],
    events: ['family-page.changed'],
  }),
  open: endpoint({
    ...change,
    method: 'POST',
    path: `${path}code/`,
    summary: 'Issue a new access code for the family page. Earlier codes stop working',
    body: z.object({ by: z.enum(codeDeliveryMethods) }),
    response: z.object({ page: FamilyPage, code: z.string().nullable() }),
    errorResponses: { 409: 'The case is cancelled.' },
    // A repeated call returns the same code and sends one email.
    idempotent: true,
    limits: familyMails,
    auditActions: ['family_page.opened'],
    events: ['family-page.opened', 'family-page.code-asked'],
  }),
  review: endpoint({
    method: 'GET',
    path: review,
    permission: 'case:read',
    summary: "Get the status of the family's death certificate review, by field",
    params: pathParams.case,
    response: StaffReview,
  }),
  sendReview: endpoint({
    ...change,
    method: 'POST',
    path: review,
    summary: 'Send the current death certificate data to the family for review',
    response: StaffReview,
    errorResponses: { 409: 'The family has no open page, or the case is cancelled.' },
    limits: familyMails,
    auditActions: ['family_review.sent'],
    events: ['family-review.sent'],
  }),
  close: endpoint({
    ...change,
    method: 'POST',
    path: `${path}close/`,
    summary: 'Close the family page and revoke all codes',
    response: FamilyPage,
    auditActions: ['family_page.closed'],
    events: ['family-page.changed'],
  }),
} as const;
