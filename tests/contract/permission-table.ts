import type { PolicyAction } from '#domain/shared/access/policies.ts';
import type { Permission, Role } from '#domain/shared/access/roles.ts';

type Mark = 'x' | '.';
type Row = readonly [owner: Mark, administrator: Mark, director: Mark, coordinator: Mark, office: Mark];

export const columns = [
  'super_admin',
  'funeral_home_admin',
  'funeral_director',
  'coordinator',
  'office_staff',
] as const satisfies readonly Role[];

/**
 * Permissions by role, by hand from the specification and the decisions. An intended change of roles.ts is repeated
 * here.
 */
export const permissionTable: Record<Permission, Row> = {
  // Administrators manage an organization and its members; everyone sees the team (S-03).
  'organization:read': ['x', 'x', 'x', 'x', 'x'],
  'home:read': ['x', 'x', 'x', 'x', 'x'],
  'home:edit': ['x', 'x', '.', '.', '.'],
  'team:read': ['x', 'x', 'x', 'x', 'x'],
  'team:manage': ['x', 'x', '.', '.', '.'],
  'onboarding:edit': ['x', 'x', '.', '.', '.'],
  'profile:read': ['x', 'x', 'x', 'x', 'x'],
  'profile:edit': ['x', 'x', 'x', 'x', 'x'],
  // Matters of the whole organization are for owners (ADR 0014, 0034, 0053, 0093, 0180).
  'organization:edit': ['x', '.', '.', '.', '.'],
  'organization:archive': ['x', '.', '.', '.', '.'],
  'team:audit': ['x', '.', '.', '.', '.'],
  'history:forget': ['x', '.', '.', '.', '.'],
  'insight:months': ['x', '.', '.', '.', '.'],
  // Everyone takes first calls; case openers convert them; administrators delete (ADR 0044).
  'submission:read': ['x', 'x', 'x', 'x', 'x'],
  'submission:edit': ['x', 'x', 'x', 'x', 'x'],
  'submission:convert': ['x', 'x', 'x', 'x', '.'],
  'submission:delete': ['x', 'x', '.', '.', '.'],
  'first-call:read': ['x', 'x', 'x', 'x', 'x'],
  'first-call:edit': ['x', 'x', 'x', 'x', 'x'],
  'first-call:convert': ['x', 'x', 'x', 'x', '.'],
  'first-call:delete': ['x', 'x', '.', '.', '.'],
  // Only administrators reopen (D2 §4), delete and export (S-03); office staff read cases (ADR 0042) and follow up (ADR
  // 0263).
  'case:read': ['x', 'x', 'x', 'x', 'x'],
  'case:edit': ['x', 'x', 'x', 'x', '.'],
  'case:follow-up': ['x', 'x', 'x', 'x', 'x'],
  // Directors and administrators override a check, with a second person (ADR 0297).
  'gate:override': ['x', 'x', 'x', '.', '.'],
  // Everyone moves the deceased; case workers see identification photos (ADR 0303).
  'care:read': ['x', 'x', 'x', 'x', 'x'],
  'care:move': ['x', 'x', 'x', 'x', 'x'],
  'care:photo': ['x', 'x', 'x', 'x', '.'],
  'case:audit': ['x', 'x', 'x', 'x', '.'],
  'case:reopen': ['x', 'x', '.', '.', '.'],
  'case:delete': ['x', 'x', '.', '.', '.'],
  'case:export': ['x', 'x', '.', '.', '.'],
  'permit:read': ['x', 'x', 'x', 'x', 'x'],
  'permit:edit': ['x', 'x', 'x', 'x', 'x'],
  // Owners, administrators and directors see whole SSNs (docs/security.md).
  'ssn:read': ['x', 'x', 'x', '.', '.'],
  // Office staff take payments and deposit checks (ADR 0263); directors and administrators correct, void and refund
  // (ADR 0055).
  'payment:read': ['x', 'x', 'x', 'x', 'x'],
  'payment:record': ['x', 'x', 'x', 'x', 'x'],
  'payment:check-number': ['x', 'x', 'x', 'x', 'x'],
  'payment:correct': ['x', 'x', 'x', '.', '.'],
  // Case workers finalize; everyone reads (ADR 0056).
  'statement:read': ['x', 'x', 'x', 'x', 'x'],
  'statement:finalize': ['x', 'x', 'x', 'x', '.'],
  // Everyone adds documents; policies decide who deletes (ADR 0058).
  'document:read': ['x', 'x', 'x', 'x', 'x'],
  'document:add': ['x', 'x', 'x', 'x', 'x'],
  'document:edit': ['x', 'x', 'x', 'x', 'x'],
  'document:delete': ['x', 'x', 'x', 'x', 'x'],
  // Everyone sends; case workers void and delete (ADR 0074); owners connect (ADR 0072).
  'signature:read': ['x', 'x', 'x', 'x', 'x'],
  'signature:send': ['x', 'x', 'x', 'x', 'x'],
  'signature:void': ['x', 'x', 'x', 'x', '.'],
  'signature:manage-templates': ['x', 'x', '.', '.', '.'],
  'signing:connect': ['x', '.', '.', '.', '.'],
  // Integrations are for administrators (S-03), account keys for owners (ADR 0084, 0088).
  'accounting:read': ['x', 'x', '.', '.', '.'],
  'accounting:edit': ['x', 'x', '.', '.', '.'],
  'accounting:connect': ['x', '.', '.', '.', '.'],
  'calendar:connect': ['x', '.', '.', '.', '.'],
  'calendar:subscribe': ['x', 'x', 'x', 'x', 'x'],
  // Everyone sees operations reports; revenue is for owners, administrators and office staff (ADR 0081).
  'insight:work': ['x', 'x', 'x', 'x', 'x'],
  'insight:money': ['x', 'x', '.', '.', 'x'],
  // Administrators export and delete (S-03), and import (ADR 0097).
  'customer:read': ['x', 'x', 'x', 'x', 'x'],
  'customer:edit': ['x', 'x', 'x', 'x', 'x'],
  'customer:merge': ['x', 'x', 'x', '.', '.'],
  'customer:export': ['x', 'x', '.', '.', '.'],
  'customer:delete': ['x', 'x', '.', '.', '.'],
  'records:import': ['x', 'x', '.', '.', '.'],
};

export const isAllowed = (role: Role, permission: Permission): boolean =>
  permissionTable[permission][columns.indexOf(role)] === 'x';

/** Endpoints by permission and area, also by hand. An unlisted endpoint fails the test. */
export const callsByPermission: Record<Permission | 'public', readonly string[]> = {
  public: [
    ...['intake: funeralHome submit inquire checkStatus confirmFacts addPaper'],
    ...['intake: keepDraft askDraftCode openDraft forgetDraft'],
    ...['invitations: get accept', 'reference-data: countries states openapi', 'health: get', 'calendar-file: get'],
    ...['google-webhooks: received', 'signing-webhooks: received', 'accounting-webhooks: received'],
  ],
  'organization:read': ['organizations: get'],
  'organization:edit': ['organizations: update'],
  'organization:archive': ['archives: list ask download'],
  'home:read': [
    ...['funeral-homes: list current get caseNumbering', 'price-lists: list inForce get', 'paper: priceList'],
    ...['managed-forms: list get version'],
  ],
  'home:edit': [
    ...['funeral-homes: update auditLog previewCaseNumbering updateCaseNumbering'],
    ...['price-lists: create update delete putInForce'],
    ...['managed-forms: create update publish unpublish archive', 'care: addPlace changePlace'],
  ],
  'team:read': ['team: members invitations pendingCount'],
  'team:manage': [
    'team: changeMember deactivateMember reactivateMember resetAuthenticator invite resendInvitation cancelInvitation',
  ],
  'team:audit': ['team: memberAuditLog'],
  'history:forget': ['privacy: deletedRecords forget'],
  'onboarding:edit': ['onboarding: save', 'user-profiles: completeOnboarding'],
  'profile:read': ['user-profiles: list get currentUser getPreferences', 'onboarding: get'],
  'profile:edit': [
    ...['user-profiles: update changePreferences replacePreferences'],
    ...['account: updatePassword confirmSecondFactor signOutEverywhere'],
  ],
  'submission:read': ['submissions: list get'],
  'submission:edit': ['submissions: update markContacted'],
  'submission:convert': ['submissions: convertToCase attachToCase'],
  'submission:delete': ['submissions: delete'],
  'first-call:read': ['first-calls: list get conversionData noks', 'paper: firstCall'],
  'first-call:edit': ['first-calls: create autoSave update addNok replaceNok removeNok recordRemoval'],
  'first-call:convert': ['first-calls: convertToCase attachToCase'],
  'first-call:delete': ['first-calls: delete bulkDelete'],
  'case:read': [
    ...['cases: list get previewNextNumber checkNumber duplicates statistics queue presence'],
    ...[
      'calendar: overview events',
      'calendar-integration: status suggestions',
      'paper: case worksheet cremationPacket labels',
    ],
    ...['certificates: copies', 'deadlines: list ofCase', 'gates: ofCase', 'family-pages: get review'],
  ],
  'case:edit': [
    ...['cases: create activate complete cancel', 'calendar-integration: sync decide'],
    ...['deadlines: run override reset', 'gates: identify object settle answer record'],
    ...['family-pages: update open sendReview close'],
  ],
  'case:follow-up': ['cases: update', 'certificates: recordCopies deleteCopies'],
  'gate:override': ['gates: override confirm withdraw takeBack'],
  'care:read': [
    ...['care: places board ofTag ofCase effects counts'],
    ...['paper: tags chain custodyReceipt effectsList effectReceipt'],
  ],
  'care:move': ['care: open move addEffect changeEffect returnEffects count settleCount'],
  'care:photo': ['documents: look'],
  'case:audit': ['cases: auditLog verifyAuditLog'],
  'case:reopen': ['cases: reopen'],
  'case:delete': ['cases: delete bulkDelete'],
  'case:export': ['cases: export exportRows'],
  'permit:read': ['permits: list'],
  'permit:edit': ['permits: add update replace delete'],
  'ssn:read': ['ssn: retrieve'],
  'payment:check-number': ['ssn: checkNumber'],
  'payment:read': [...['payments: list get byCase summary', 'money-to-come: get due', 'paper: receipt depositReceipt']],
  'payment:record': ['payments: record', 'money-to-come: assign change remove setPlan'],
  'payment:correct': ['payments: update delete refund reverse', 'money-to-come: policyNumber'],
  'statement:read': ['statements: list get', 'paper: statement'],
  'statement:finalize': ['statements: finalize accept'],
  'document:read': ['documents: list ofReport download zip getZip'],
  'document:add': ['documents: begin uploadForm complete upload'],
  'document:edit': ['documents: update'],
  'document:delete': ['documents: delete restore'],
  'signature:read': [
    ...['signature-templates: list types sources get', 'signature-envelopes: list byCase get'],
    ...['signature-envelopes: download downloadAll downloadThere', 'signing-connection: health'],
    ...['signing-service: fieldPreview refresh listThere getThere'],
  ],
  'signature:send': ['signature-envelopes: choices preview create createMulti update send resend bulkResend'],
  'signature:void': ['signature-envelopes: void delete bulkDelete'],
  'signature:manage-templates': [
    ...['signature-templates: create update delete', 'signing-service: available sync readyMade activate'],
  ],
  'signing:connect': ['signing-connection: get connect disconnect'],
  'accounting:read': [
    ...['accounting: status accounts invoices overview syncProgress entries settings'],
    ...['accounting: reconciliation exportReconciliation'],
  ],
  'accounting:edit': ['accounting: trigger previewSync startSync stopSync sendAgain markDone saveSettings'],
  'accounting:connect': ['accounting: authUrl exchange disconnect chooseCompany'],
  'calendar:connect': ['calendar-integration: auth callback disconnect settings setupWatch'],
  'calendar:subscribe': ['calendar-feeds: list create revoke'],
  'insight:work': ['insight: dashboard analytics behind export'],
  'insight:money': ['insight: financials'],
  'insight:months': ['insight: months sendMonth', 'paper: monthReport'],
  'customer:read': ['customers: list search get'],
  'customer:edit': ['customers: create update'],
  'customer:merge': ['customers: cleanupDuplicates notSame mergePreview merge undoMerge'],
  'customer:export': ['customers: export'],
  'customer:delete': ['customers: delete bulkDelete'],
  'records:import': ['imports: list begin get send lines look run undo discard'],
};

const namesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [area = '', names = ''] = line.split(': ');
    return names.split(' ').map((name) => `${area}.${name}`);
  });

export const callsOf = (permission: Permission | 'public'): string[] => namesIn(callsByPermission[permission]);

/**
 * Which calls check a policy of the record, by area and by hand. domain/shared/access/record-rules.test.ts tests the
 * policies.
 */
const callsByPolicy: Record<PolicyAction, readonly string[]> = {
  'home:edit': [
    ...['funeral-homes: update previewCaseNumbering updateCaseNumbering', 'price-lists: create'],
    ...['managed-forms: create', 'care: addPlace changePlace'],
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
  'case:edit': ['cases: update', 'submissions: attachToCase', 'first-calls: attachToCase'],
  'case:follow-up': ['cases: update', 'certificates: recordCopies deleteCopies'],
  'deadline:decide': ['deadlines: run override reset'],
  'gate:record': ['gates: identify object settle answer record'],
  'gate:override': ['gates: override confirm withdraw takeBack'],
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

export const callsAsking = (action: PolicyAction): string[] => namesIn(callsByPolicy[action]);
