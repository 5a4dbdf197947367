import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';

/** Only the function of this area may decrypt SSNs and check numbers. */
export const ssnEndpoints = {
  retrieve: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/retrieve_ssn/',
    permission: 'ssn:read',
    summary: 'Reveal the full Social Security number. Writes the audit entry first',
    params: pathParams.case,
    response: z.object({ social_security_number: z.string() }),
    auditActions: ['ssn.revealed', 'member.number_shown'],
    auditActionOnDenied: 'ssn.reveal_refused',
    events: ['ssn.revealed'],
    skipActorCache: true,
    organizationScoped: true,
    limits: [{ by: 'user', max: 30, seconds: 60 }],
  }),
  checkNumber: endpoint({
    method: 'POST',
    path: '/api/services/payments/{id}/log_check_number_access/',
    permission: 'payment:check-number',
    summary: 'Reveal a full check number. Writes the audit entry first',
    params: pathParams.payment,
    response: z.object({ check_number: z.string() }),
    auditActions: ['payment.check_number_revealed', 'member.number_shown'],
    auditActionOnDenied: 'payment.check_number_refused',
    events: ['payment.check-number-revealed'],
    skipActorCache: true,
    organizationScoped: true,
    limits: [{ by: 'user', max: 30, seconds: 60 }],
  }),
} as const;
