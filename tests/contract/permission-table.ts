import type { PolicyAction } from '#domain/registry/policies.ts';
import type { Permission, Role } from '#domain/shared/access/roles.ts';
import type { EndpointName } from '#tests/support/calls/examples.ts';

type Mark = 'x' | '.';
type Row = readonly [
  ...marks: [owner: Mark, administrator: Mark, director: Mark, coordinator: Mark, office: Mark],
  call: EndpointName,
  status: number,
];

export const columns = [
  'super_admin',
  'funeral_home_admin',
  'funeral_director',
  'coordinator',
  'office_staff',
] as const satisfies readonly Role[];

/**
 * Permissions by role, by hand from the specification and the decisions. An intended change of roles.ts is repeated
 * here. The call tries the permission, and the status is the response to a permitted role with a missing record or an
 * empty body.
 */
export const permissionTable: Record<Permission, Row> = {
  // Administrators manage an organization and its members; everyone sees the team (S-03).
  'organization:read': ['x', 'x', 'x', 'x', 'x', 'organizations.get', 200],
  'home:read': ['x', 'x', 'x', 'x', 'x', 'funeral-homes.get', 404],
  'home:edit': ['x', 'x', '.', '.', '.', 'managed-forms.publish', 404],
  'team:read': ['x', 'x', 'x', 'x', 'x', 'team.members', 200],
  'team:manage': ['x', 'x', '.', '.', '.', 'team.deactivateMember', 404],
  'onboarding:edit': ['x', 'x', '.', '.', '.', 'onboarding.save', 400],
  'profile:read': ['x', 'x', 'x', 'x', 'x', 'user-profiles.get', 404],
  'profile:edit': ['x', 'x', 'x', 'x', 'x', 'user-profiles.update', 404],
  // Matters of the whole organization are for owners (ADR 0014, 0034, 0053, 0093, 0180).
  'organization:edit': ['x', '.', '.', '.', '.', 'organizations.update', 200],
  'organization:archive': ['x', '.', '.', '.', '.', 'archives.download', 404],
  'team:audit': ['x', '.', '.', '.', '.', 'team.memberAuditLog', 404],
  'history:forget': ['x', '.', '.', '.', '.', 'privacy.forget', 400],
  'insight:months': ['x', '.', '.', '.', '.', 'insight.months', 200],
  // Everyone takes first calls; case openers convert them; administrators delete (ADR 0044).
  'submission:read': ['x', 'x', 'x', 'x', 'x', 'submissions.get', 404],
  'submission:edit': ['x', 'x', 'x', 'x', 'x', 'submissions.markContacted', 404],
  'submission:convert': ['x', 'x', 'x', 'x', '.', 'submissions.convertToCase', 404],
  'submission:delete': ['x', 'x', '.', '.', '.', 'submissions.delete', 404],
  'first-call:read': ['x', 'x', 'x', 'x', 'x', 'first-calls.get', 404],
  'first-call:edit': ['x', 'x', 'x', 'x', 'x', 'first-calls.update', 404],
  'first-call:convert': ['x', 'x', 'x', 'x', '.', 'first-calls.convertToCase', 404],
  'first-call:delete': ['x', 'x', '.', '.', '.', 'first-calls.delete', 404],
  // Only administrators reopen (D2 §4), delete and export (S-03); office staff read cases (ADR 0042) and follow up (ADR
  // 0263).
  'case:read': ['x', 'x', 'x', 'x', 'x', 'cases.get', 404],
  'case:edit': ['x', 'x', 'x', 'x', '.', 'cases.complete', 404],
  'case:follow-up': ['x', 'x', 'x', 'x', 'x', 'cases.update', 404],
  // Directors and administrators override a check, with a second person (ADR 0297).
  'gate:override': ['x', 'x', 'x', '.', '.', 'gates.withdraw', 404],
  // Everyone moves the deceased; case workers see identification photos (ADR 0303).
  'care:read': ['x', 'x', 'x', 'x', 'x', 'care.ofCase', 404],
  'care:move': ['x', 'x', 'x', 'x', 'x', 'care.open', 404],
  // Office staff complete tasks; those who work on cases plan them (ADR 0304).
  'task:tick': ['x', 'x', 'x', 'x', 'x', 'tasks.complete', 404],
  'task:plan': ['x', 'x', 'x', 'x', '.', 'tasks.startChecklist', 404],
  // Everyone plans the day; the date of the service is a field of the case.
  'day:plan': ['x', 'x', 'x', 'x', 'x', 'day.removeShift', 404],
  'care:photo': ['x', 'x', 'x', 'x', '.', 'documents.look', 404],
  'case:audit': ['x', 'x', 'x', 'x', '.', 'cases.auditLog', 404],
  'case:reopen': ['x', 'x', '.', '.', '.', 'cases.reopen', 404],
  'case:delete': ['x', 'x', '.', '.', '.', 'cases.delete', 404],
  'case:export': ['x', 'x', '.', '.', '.', 'cases.export', 200],
  'permit:read': ['x', 'x', 'x', 'x', 'x', 'permits.list', 404],
  'permit:edit': ['x', 'x', 'x', 'x', 'x', 'permits.delete', 404],
  // Owners, administrators and directors see whole SSNs (docs/security.md).
  'ssn:read': ['x', 'x', 'x', '.', '.', 'ssn.retrieve', 404],
  // Office staff take payments and deposit checks (ADR 0263); directors and administrators correct, void and refund
  // (ADR 0055).
  'payment:read': ['x', 'x', 'x', 'x', 'x', 'payments.get', 404],
  'payment:record': ['x', 'x', 'x', 'x', 'x', 'payments.record', 400],
  'payment:check-number': ['x', 'x', 'x', 'x', 'x', 'ssn.checkNumber', 404],
  'payment:correct': ['x', 'x', 'x', '.', '.', 'payments.delete', 404],
  // Case workers finalize; everyone reads (ADR 0056).
  'statement:read': ['x', 'x', 'x', 'x', 'x', 'statements.list', 404],
  'statement:finalize': ['x', 'x', 'x', 'x', '.', 'statements.finalize', 404],
  // Everyone adds documents; policies decide who deletes (ADR 0058).
  'document:read': ['x', 'x', 'x', 'x', 'x', 'documents.download', 404],
  'document:add': ['x', 'x', 'x', 'x', 'x', 'documents.begin', 400],
  'document:edit': ['x', 'x', 'x', 'x', 'x', 'documents.update', 404],
  'document:delete': ['x', 'x', 'x', 'x', 'x', 'documents.delete', 404],
  // Everyone sends; case workers void and delete (ADR 0074); owners connect (ADR 0072).
  'signature:read': ['x', 'x', 'x', 'x', 'x', 'signature-envelopes.get', 404],
  'signature:send': ['x', 'x', 'x', 'x', 'x', 'signature-envelopes.send', 404],
  'signature:void': ['x', 'x', 'x', 'x', '.', 'signature-envelopes.void', 400],
  'signature:manage-templates': ['x', 'x', '.', '.', '.', 'signature-templates.delete', 404],
  'signing:connect': ['x', '.', '.', '.', '.', 'signing-connection.get', 200],
  // Integrations are for administrators (S-03), account keys for owners (ADR 0084, 0088).
  'accounting:read': ['x', 'x', '.', '.', '.', 'accounting.status', 200],
  'accounting:edit': ['x', 'x', '.', '.', '.', 'accounting.saveSettings', 400],
  'accounting:connect': ['x', '.', '.', '.', '.', 'accounting.exchange', 400],
  'calendar:connect': ['x', '.', '.', '.', '.', 'calendar-integration.callback', 400],
  'calendar:subscribe': ['x', 'x', 'x', 'x', 'x', 'calendar-feeds.revoke', 404],
  // Everyone sees operations reports; revenue is for owners, administrators and office staff (ADR 0081).
  'insight:work': ['x', 'x', 'x', 'x', 'x', 'insight.dashboard', 200],
  'insight:money': ['x', 'x', '.', '.', 'x', 'insight.financials', 200],
  // Administrators export and delete (S-03), and import (ADR 0097).
  'customer:read': ['x', 'x', 'x', 'x', 'x', 'customers.get', 404],
  'customer:edit': ['x', 'x', 'x', 'x', 'x', 'customers.create', 400],
  'customer:merge': ['x', 'x', 'x', '.', '.', 'customers.merge', 400],
  'customer:export': ['x', 'x', '.', '.', '.', 'customers.export', 200],
  'customer:delete': ['x', 'x', '.', '.', '.', 'customers.delete', 404],
  'records:import': ['x', 'x', '.', '.', '.', 'imports.get', 404],
};

/** Returns the call that tries each permission, with its status. */
export const triedCalls = (Object.entries(permissionTable) as [Permission, Row][]).map(
  ([permission, row]) => [permission, row[5], row[6]] as const,
);

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
    ...['tasks: saveChecklist', 'day: addResource changeResource'],
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
    ...['tasks: list people get ofCase checklists handover'],
    ...['case-events: list', 'day: schedule officeEvents resources shifts runSheet seeRunSheet', 'paper: runSheet'],
  ],
  'case:edit': [
    ...['cases: create activate complete cancel', 'calendar-integration: sync decide'],
    ...['deadlines: run override reset', 'gates: identify object settle answer record'],
    ...['family-pages: update open sendReview close'],
  ],
  'case:follow-up': ['cases: update', 'certificates: recordCopies deleteCopies'],
  'gate:override': ['gates: override confirm withdraw takeBack'],
  'care:read': [
    ...['care: places board ofTag ofCase effects'],
    ...['paper: tags chain custodyReceipt effectsList effectReceipt'],
  ],
  'task:tick': ['tasks: create update remove complete reopen comment writeHandover confirmHandover'],
  'task:plan': ['tasks: startChecklist'],
  'day:plan': ['case-events: create update remove', 'day: createOffice updateOffice removeOffice addShift removeShift'],
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
 * Which calls check a policy of the record, by area and by hand. domain/registry/policies.test.ts tests the
 * policies.
 */
const callsByPolicy: Record<PolicyAction, readonly string[]> = {
  'home:edit': [
    ...['funeral-homes: update previewCaseNumbering updateCaseNumbering', 'price-lists: create'],
    ...['managed-forms: create', 'care: addPlace changePlace', 'tasks: saveChecklist'],
    ...['day: addResource changeResource'],
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
  'case:edit': [...['cases: update', 'case-events: update', 'submissions: attachToCase', 'first-calls: attachToCase']],
  'case:follow-up': ['cases: update', 'case-events: update', 'certificates: recordCopies deleteCopies'],
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
  'task:plan': ['tasks: update remove'],
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
