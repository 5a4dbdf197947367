import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { AuditLog, AuditLogQuery } from '#domain/shared/audit/audit-log.schema.ts';
import { endpoint, type RateLimit } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { mailProblems } from '#domain/shared/email/mail-problem.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { newPassword } from '#domain/shared/values/password.ts';
import { personName } from '#domain/shared/values/person-name.ts';
import { required } from '#domain/shared/values/required.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';

export const invitationStatuses = ['pending', 'accepted', 'cancelled', 'expired'] as const;

export const TeamMember = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  role: z.enum(roles),
  status: z.enum(['active', 'deactivated']),
  funeral_home: z.uuid(),
  funeral_home_name: z.string(),
  created_at: Instant,
  manageable: z.boolean(),
});
export type TeamMember = z.output<typeof TeamMember>;

/** A member in the list; its further facts are only for users who manage the team. */
export const ListedMember = TeamMember.extend({
  /** Null before the first call. */
  last_seen_on: z.iso.date().nullable().optional(),
  /** Every sign-in uses an authenticator app. */
  has_authenticator: z.boolean().optional(),
});
export type ListedMember = z.output<typeof ListedMember>;

export const TeamInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  funeral_home: z.uuid(),
  funeral_home_name: z.string(),
  status: z.enum(invitationStatuses),
  invited_by_name: z.string(),
  created_at: Instant,
  /** Null until the email is sent. */
  sent_at: Instant.nullable(),
  /** Why the email did not arrive, if known. */
  mail_problem: z.enum(mailProblems).nullable(),
  expires_at: Instant,
});
export type TeamInvitation = z.output<typeof TeamInvitation>;

const everything = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.number().int(), next: z.null(), previous: z.null(), results: z.array(row) });

const Token = z.object({ token: z.string().min(20).max(100) });

/** The limit of all organizations to one address is above that of each, so that none can block the others. */
const invitationMails = [
  { by: 'organization', counts: 'accepted', max: 20, seconds: 3600, sharedCounter: 'invitation mails' },
  { by: 'recipient', counts: 'accepted', max: 3, seconds: 24 * 3600, sharedCounter: 'invitation mails' },
  { by: 'address', counts: 'accepted', max: 9, seconds: 24 * 3600, sharedCounter: 'invitation mails' },
] as const satisfies readonly RateLimit[];

export const teamEndpoints = {
  memberAuditLog: endpoint({
    method: 'GET',
    path: '/api/customers/team-members/{id}/audit_log/',
    permission: 'team:audit',
    summary: "List a member's audit log, newest first: sign-ins, password changes, role changes",
    params: pathParams.profile,
    query: AuditLogQuery,
    response: AuditLog,
    skipActorCache: true,
    organizationScoped: true,
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/customers/team-members/',
    permission: 'team:read',
    summary: 'List staff members by name',
    response: everything(ListedMember),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/customers/team-members/{id}/',
    permission: 'team:manage',
    policy: 'member:manage',
    summary: "Change a member's role or location. Takes effect immediately",
    params: pathParams.profile,
    body: z.object({
      role: z.enum(roles, 'Please select a role').optional(),
      funeral_home: idSchema('home', homeNotFound).optional(),
    }),
    response: TeamMember,
    auditActions: ['member.changed', 'invitation.cancelled'],
    events: ['member.changed', 'invitation.cancelled'],
    skipActorCache: true,
  }),
  deactivateMember: endpoint({
    method: 'POST',
    path: '/api/customers/team-members/{id}/deactivate/',
    permission: 'team:manage',
    policy: 'member:deactivate',
    summary: 'Deactivate a member immediately',
    params: pathParams.profile,
    response: TeamMember,
    errorResponses: { 409: 'It is the caller, or the last owner.' },
    auditActions: ['member.deactivated', 'invitation.cancelled'],
    events: ['member.deactivated', 'invitation.cancelled'],
    skipActorCache: true,
  }),
  reactivateMember: endpoint({
    method: 'POST',
    path: '/api/customers/team-members/{id}/reactivate/',
    permission: 'team:manage',
    policy: 'member:reactivate',
    summary: 'Reactivate a member',
    params: pathParams.profile,
    response: TeamMember,
    errorResponses: { 409: 'It is the caller.' },
    auditActions: ['member.reactivated'],
    events: ['member.reactivated'],
    skipActorCache: true,
  }),
  resetAuthenticator: endpoint({
    method: 'POST',
    path: '/api/customers/team-members/{id}/reset_authenticator/',
    permission: 'team:manage',
    policy: 'member:reset-authenticator',
    summary: "Reset a member's authenticator app and end their sessions",
    params: pathParams.profile,
    response: TeamMember,
    errorResponses: { 409: 'It is the caller, or somebody without access.' },
    limits: [{ by: 'user', max: 10, seconds: 60 }],
    auditActions: ['member.authenticator_reset'],
    events: ['member.authenticator-reset'],
    skipActorCache: true,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/customers/team-invitations/',
    permission: 'team:read',
    summary: 'List invitations, newest first',
    query: listQuery.omit({ search: true }),
    response: pageSchema(TeamInvitation),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/customers/team-invitations/',
    permission: 'team:manage',
    policy: 'member:manage',
    summary: 'Invite a staff member by email',
    body: z.object({
      email: required(emailAddress, 'Email is required'),
      role: z.enum(roles, 'Please select a role'),
      funeral_home: idSchema('home', homeNotFound).optional(),
    }),
    response: TeamInvitation,
    status: 201,
    idempotent: true,
    limits: invitationMails,
    auditActions: ['invitation.created'],
    events: ['invitation.created'],
    skipActorCache: true,
  }),
  pendingCount: endpoint({
    method: 'GET',
    path: '/api/customers/team-invitations/pending_count/',
    permission: 'team:read',
    summary: 'Count pending invitations',
    response: z.object({ count: z.number().int() }),
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/customers/team-invitations/{id}/resend/',
    permission: 'team:manage',
    policy: 'member:manage',
    summary: 'Resend an invitation with a new link. The old link stops working',
    params: pathParams.invitation,
    response: TeamInvitation,
    errorResponses: { 409: 'It was accepted or cancelled.' },
    limits: invitationMails,
    auditActions: ['invitation.resent'],
    events: ['invitation.resent'],
  }),
  cancelInvitation: endpoint({
    method: 'POST',
    path: '/api/customers/team-invitations/{id}/cancel/',
    permission: 'team:manage',
    policy: 'member:manage',
    summary: 'Cancel an invitation. Its link stops working',
    params: pathParams.invitation,
    response: TeamInvitation,
    errorResponses: { 409: 'It was accepted.' },
    auditActions: ['invitation.cancelled'],
    events: ['invitation.cancelled'],
  }),
} as const;

/** Calls of the invited person: they have no session, only the secret token of the email. */
export const invitationEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/customers/invitations/{token}/',
    permission: 'public',
    summary: 'Get an invitation. Returns 410 if it is expired, used or cancelled',
    params: Token,
    response: z.object({
      email: z.string(),
      role: z.enum(roles),
      organization_name: z.string(),
      funeral_home_name: z.string(),
      expires_at: Instant,
    }),
    errorResponses: { 410: 'It was accepted or withdrawn, or has expired; `detail` says which.' },
    limits: [{ by: 'ip', max: 20, seconds: 60 }],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/customers/invitations/{token}/',
    permission: 'public',
    summary: 'Accept an invitation: name and password',
    params: Token,
    body: z.object({
      first_name: required(personName('First name', { minLength: 1 }), 'First name is required'),
      last_name: required(personName('Last name', { minLength: 1 }), 'Last name is required'),
      password: newPassword,
      confirm_password: z.string().optional(),
    }),
    response: SuccessResponse.extend({ email: z.string() }),
    status: 201,
    errorResponses: {
      409: 'There is an account with this address already.',
      410: 'It was accepted or withdrawn, or has expired; `detail` says which.',
    },
    limits: [{ by: 'ip', max: 10, seconds: 60 }],
    auditActions: ['member.joined', 'invitation.accepted'],
    events: ['invitation.accepted'],
  }),
} as const;
