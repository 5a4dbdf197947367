import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { newPassword } from '#domain/shared/values/password.ts';

/** Calls to the user pool in the caller's own session. */
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
      /** False if no app is set up, or it was set up during this session. */
      confirmed: z.boolean(),
      /** True after a new app was found: all sessions ended, and the next sign-in asks for its code. */
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
