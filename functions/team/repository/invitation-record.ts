import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { invitationEnd } from '#domain/team/team.rules.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const inviter = z.object({ profile_id: z.string(), role: z.enum(roles), funeral_home_id: z.string() });
export type Inviter = z.output<typeof inviter>;

const invited = {
  organization_id: z.string(),
  organization_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  funeral_home_id: z.string(),
  funeral_home_name: z.string(),
  expires_at_instant: z.string(),
  /** Null for an operator's; missing in older records. */
  invited_by: inviter.nullish(),
};

export const invitationSchema = storedSchema({
  kind: 'invitation',
  shape: 1,
  schema: z.object({
    ...invited,
    id: z.string(),
    status: z.enum(['pending', 'accepted', 'cancelled']),
    invited_by_name: z.string(),
    created_at: z.string(),
    sent_at: z.string().nullable(),
    /** Counts emails: a link belongs to the email that contained it. */
    mailing: z.number(),
    token_hash: z.string().nullable(),
  }),
});
export type InvitationRecord = z.output<typeof invitationSchema.schema>;

interface Named {
  id: string;
  name: string;
}

export const newInvitation = (
  organization: Named,
  home: Named,
  who: Pick<InvitationRecord, 'email' | 'role' | 'invited_by' | 'invited_by_name'>,
  now: Date,
): InvitationRecord => ({
  ...who,
  id: uuid(),
  organization_id: organization.id,
  organization_name: organization.name,
  funeral_home_id: home.id,
  funeral_home_name: home.name,
  status: 'pending',
  created_at: now.toISOString(),
  sent_at: null,
  expires_at_instant: invitationEnd(now),
  mailing: 1,
  token_hash: null,
});

/** The public view of an invitation: only what its email already contains. */
export const invitationCardSchema = storedSchema({
  kind: 'invitation card',
  shape: 1,
  schema: z.object({
    ...invited,
    invitation_id: z.string(),
    status: z.enum(['open', 'accepted', 'cancelled']),
    expires_at: z.number().optional(),
    /** The call that is accepting it, and until when no other can. */
    claim: z.string().optional(),
    claimed_until: z.string().optional(),
  }),
});
export type InvitationCard = Omit<z.output<typeof invitationCardSchema.schema>, 'expires_at'>;
