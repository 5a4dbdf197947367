import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { teamMessages } from '#domain/team/team.rules.ts';

export interface ClosedInvitation {
  title: string;
  text: string;
  /** Whether the person most likely has an account already. */
  signIn: boolean;
}

/** Why an invitation cannot be accepted, and what to do about it; undefined for a failure that may pass. */
export const closedInvitation = (error: unknown): ClosedInvitation | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const detail = messageOf(error);
  switch (error.status) {
    case 400:
    case 404:
      return {
        title: 'This link does not work',
        text: 'Please open it from the newest mail, and check that it is complete: when an invitation is sent again, the links before it end. Otherwise ask whoever invited you to send it again.',
        signIn: false,
      };
    case 409:
      return {
        title: 'You have an account already',
        text: `${detail} An address works with one organization alone: to join another one, ask for an invitation to another address.`,
        signIn: true,
      };
    case 410:
      return {
        title: 'This invitation is no longer open',
        text:
          detail === teamMessages.invitationCancelled
            ? `${detail} Ask whoever invited you if you think that is a mistake.`
            : detail,
        signIn: detail === teamMessages.invitationUsed,
      };
    default:
      return undefined;
  }
};
