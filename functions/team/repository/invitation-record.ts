import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** Who vouches for an invitation, as they were when they sent it. */
const inviter = z.object({ profile_id: z.string(), role: z.enum(roles), funeral_home_id: z.string() });
export type Inviter = z.output<typeof inviter>;

/** Where somebody is invited to, as what. */
const invited = {
  organization_id: z.string(),
  organization_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  funeral_home_id: z.string(),
  funeral_home_name: z.string(),
  expires_at_instant: z.string(),
  /** Null for an operator's; absent in records of earlier releases. */
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
    /** Counts mails: a link belongs to the mail it came with. */
    mailing: z.number(),
    token_hash: z.string().nullable(),
  }),
});
export type InvitationRecord = z.output<typeof invitationSchema.schema>;

/** What the invited person's link leads to: nothing about the staff but what the mail says already. */
export const invitationCardSchema = storedSchema({
  kind: 'invitation card',
  shape: 1,
  schema: z.object({
    ...invited,
    invitation_id: z.string(),
    status: z.enum(['open', 'accepted', 'cancelled']),
    expires_at: z.number().optional(),
    /** Whoever is accepting it at this moment, and until when nobody else may. */
    claim: z.string().optional(),
    claimed_until: z.string().optional(),
  }),
});
export type InvitationCard = Omit<z.output<typeof invitationCardSchema.schema>, 'expires_at'>;
