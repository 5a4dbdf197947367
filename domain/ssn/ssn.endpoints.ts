import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';

/** Revealing a Social Security number or the number of a check is an area of its own: its function alone may decrypt. */
export const ssnEndpoints = {
  retrieve: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/retrieve_ssn/',
    may: 'ssn:read',
    summary: 'The full Social Security number; the audit entry is written first',
    params: ids.case,
    response: z.object({ social_security_number: z.string() }),
    records: ['ssn.revealed', 'member.number_shown'],
    recordsDenied: 'ssn.reveal_refused',
    announces: ['ssn.revealed'],
    fresh: true,
    discloses: true,
    limits: [{ by: 'user', max: 30, seconds: 60 }],
  }),
  checkNumber: endpoint({
    method: 'POST',
    path: '/api/services/payments/{id}/log_check_number_access/',
    may: 'payment:check-number',
    summary: 'The full number of a check; the audit entry is written first',
    params: ids.payment,
    response: z.object({ check_number: z.string() }),
    records: ['payment.check_number_revealed', 'member.number_shown'],
    recordsDenied: 'payment.check_number_refused',
    announces: ['payment.check-number-revealed'],
    fresh: true,
    discloses: true,
    limits: [{ by: 'user', max: 30, seconds: 60 }],
  }),
} as const;
