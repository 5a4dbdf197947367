import type { PolicyAction } from '#domain/shared/access/policies.ts';
import { namesIn } from './permission-table.ts';

/**
 * Endpoints that check a policy before a change (domain/shared/access/policies.ts), by area, by hand.
 * domain/shared/access/record-rules.test.ts documents what each action allows.
 */
const callsByPolicy: Record<PolicyAction, readonly string[]> = {
  'home:edit': [
    ...['funeral-homes: update previewCaseNumbering updateCaseNumbering', 'price-lists: create'],
    ...['managed-forms: create'],
  ],
  'price-list:change': ['price-lists: update delete putInForce'],
  'managed-form:change': ['managed-forms: update publish unpublish archive'],
  'member:manage': ['team: changeMember invite resendInvitation cancelInvitation'],
  'member:give-role': ['team: changeMember invite'],
  'member:deactivate': ['team: deactivateMember'],
  'member:reactivate': ['team: reactivateMember'],
  'member:reset-authenticator': ['team: resetAuthenticator'],
  'profile:edit': ['user-profiles: update'],
  'account:change': ['account: updatePassword confirmSecondFactor signOutEverywhere'],
  'submission:edit': ['submissions: update'],
  'submission:delete': ['submissions: delete'],
  'first-call:edit': ['first-calls: autoSave update addNok replaceNok removeNok'],
  'first-call:delete': ['first-calls: delete bulkDelete'],
  'case:edit': ['cases: update'],
  'case:follow-up': ['cases: update', 'certificates: recordCopies deleteCopies'],
  'deadline:decide': ['deadlines: run override reset'],
  'case:activate': ['cases: activate'],
  'case:complete': ['cases: complete'],
  'case:cancel': ['cases: cancel'],
  'case:reopen': ['cases: reopen'],
  'case:delete': ['cases: delete bulkDelete'],
  'payment:record': ['payments: record update', 'money-to-come: assign change remove setPlan'],
  'payment:correct': ['payments: update'],
  'payment:void': ['payments: delete'],
  'payment:return': ['payments: refund reverse'],
  'document:delete': ['documents: delete restore'],
  'permit:edit': ['permits: add update replace delete'],
  'statement:finalize': ['statements: finalize'],
  'statement:accept': ['statements: accept'],
  'envelope:send': ['signature-envelopes: create createMulti send'],
  'envelope:edit': ['signature-envelopes: update'],
  'envelope:resend': ['signature-envelopes: resend bulkResend'],
  'envelope:void': ['signature-envelopes: void'],
  'envelope:delete': ['signature-envelopes: delete bulkDelete'],
  'calendar-feed:revoke': ['calendar-feeds: revoke'],
  'history:forget': ['privacy: forget'],
};

export const policyActions = Object.keys(callsByPolicy) as PolicyAction[];

/** Returns the endpoints that check an action. */
export const callsAsking = (action: PolicyAction): string[] => namesIn(callsByPolicy[action]);
