import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { newPassword } from '#domain/shared/values/password.ts';

/** What asks the user pool with the caller's own session, about nobody else. */
export const accountEndpoints = {
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/customers/user-profiles/{id}/update_password/',
    permission: 'profile:edit',
    policy: 'account:change',
    summary: 'Change your password. Ends all sessions, including this one',
    params: pathParams.self,
    body: z.object({
      current_password: z.string('Current password is required').min(1, 'Current password is required').max(256),
      new_password: newPassword,
      confirm_password: z.string().max(256).optional(),
    }),
    response: SuccessResponse,
    auditActions: ['password.change-requested', 'password.changed'],
    limits: [{ by: 'user', max: 5, seconds: 300 }],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/customers/user-profiles/{id}/second_factor/',
    permission: 'profile:edit',
    policy: 'account:change',
    summary: 'Check that sign-in uses an authenticator app and mark this session as verified',
    params: pathParams.self,
    response: z.object({
      /** False: none is set up, or it was set up since this session began. */
      confirmed: z.boolean(),
      /** It has just been set up: every session has ended, and a new sign-in is asked for its code. */
      sign_in_again: z.boolean(),
    }),
    auditActions: ['second_factor.set_up', 'second_factor.confirmed', 'second_factor.gone'],
    allowedBeforeMfa: true,
    limits: [{ by: 'user', max: 30, seconds: 300 }],
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/api/customers/user-profiles/{id}/sign_out_everywhere/',
    permission: 'profile:edit',
    policy: 'account:change',
    summary: 'Sign out of all sessions, including this one',
    params: pathParams.self,
    response: SuccessResponse,
    auditActions: ['sessions.ended'],
    allowedBeforeMfa: true,
    limits: [{ by: 'user', max: 10, seconds: 300 }],
  }),
} as const;
