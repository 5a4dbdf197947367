import type { TableGrant } from '#domain/shared/access/grants.ts';
import { tableShape } from '#domain/shared/operations/deployment.ts';
import { organizationTag } from './organization-role.ts';
import { type Access, allItemActions } from './table-access.ts';

/** Pattern of a UUID. `*` would also match across `#` into other kinds of items. */
export const uuid = '????????-????-????-????-????????????';
export const anyOrganization = `T#${uuid}`;
/** The session's organization. A session without the tag matches nothing. */
export const ownOrganization = `T#\${aws:PrincipalTag/${organizationTag}}`;

/**
 * Returns the actions and partition keys (functions/platform/store/keys.ts) of each table grant, for organizations
 * that match `org`: any in a function's own role, one in an organization role.
 */
export const tableAccess = (org: string): Record<TableGrant, readonly Access[]> => {
  const kinds = (...names: string[]): string[] => names.map((name) => `${org}#${name}`);
  const chain = `${org}#CHAIN#SIGNED`;
  const auditTrails: readonly Access[] = [
    { actions: ['Query'], keys: ['ORGANIZATIONS'] },
    { actions: ['Query'], keys: kinds('AUDITLOG'), indexes: ['gsi1'] },
    { actions: ['BatchGetItem'], keys: [`${org}#AUDIT#*`, `${chain}#TRAIL#*`] },
    { actions: ['GetItem', 'Query'], keys: [`${chain}#*`] },
  ];
  const effects: Access = { actions: ['GetItem', 'UpdateItem'], keys: kinds('EFFECT#*', 'PARTNER#*') };
  const aboutPeople = ['SUBMISSION#*', 'FIRSTCALL#*', 'CASE#*', 'CUSTOMER#*'];
  const projected = [
    'SUBMISSION#*',
    'FIRSTCALL#*',
    'CASE#*',
    'CASEORDERS#*',
    'MONEYDUE#*',
    'CREMATION#*',
    'DEADLINE#*',
    'TASK#*',
    'CUSTOMER#*',
    'PAYMENT#*',
    'ENVELOPE#*',
  ];
  return {
    'table:session': [
      { actions: ['GetItem'], keys: ['SUB#*'] },
      { actions: ['BatchGetItem'], keys: kinds('PROFILES', 'ORG', 'SECONDFACTOR#*') },
      { actions: ['ConditionCheckItem'], keys: kinds('PROFILES') },
      { actions: ['UpdateItem'], keys: kinds('PROFILES'), attributes: ['pk', 'sk', 'last_seen_on'] },
    ],
    'table:actor-check': [{ actions: ['ConditionCheckItem'], keys: kinds('PROFILES') }],
    'table:limits': [{ actions: ['UpdateItem'], keys: ['RATE#*'] }],
    'table:replays': [{ actions: ['GetItem', 'PutItem'], keys: kinds('IDEMPOTENCY#*') }],
    'table:public-replays': [{ actions: ['GetItem', 'PutItem'], keys: ['PUBLIC#*'] }],
    'table:audit-write': [{ actions: ['PutItem'], keys: kinds('AUDIT#*') }],
    'table:subject-keys': [{ actions: ['GetItem', 'BatchGetItem', 'PutItem'], keys: kinds('SUBJECTKEY#*') }],
    'table:forget': [
      { actions: ['Query'], keys: kinds('AUDITLOG'), indexes: ['gsi1'] },
      { actions: ['BatchGetItem', 'ConditionCheckItem'], keys: kinds(...aboutPeople) },
      { actions: ['BatchGetItem', 'DeleteItem'], keys: kinds('SUBJECTKEY#*') },
    ],
    'table:audit-read': [{ actions: ['GetItem', 'Query'], keys: kinds('AUDIT#*') }],
    'table:audit-prove': [
      { actions: ['Query'], keys: [`${org}#AUDIT#*`, `${chain}#BATCHES`] },
      { actions: ['GetItem'], keys: [`${chain}#HEAD`] },
      { actions: ['BatchGetItem'], keys: [`${chain}#TRAIL#*`] },
    ],
    'table:outbox-write': [{ actions: ['PutItem'], keys: kinds('OUTBOX#*') }],
    'table:lists': [
      { actions: ['Query'], keys: kinds('L#*', 'S#*', 'SHARED#*') },
      { actions: ['Query'], keys: kinds('L#*'), indexes: tableShape.indexes },
    ],
    'table:home-names': [{ actions: ['GetItem', 'Query'], keys: kinds('HOMES') }],
    'table:case-rows': [{ actions: ['BatchGetItem'], keys: kinds('CASE#*') }],
    'table:records-read': [{ actions: ['GetItem', 'BatchGetItem'], keys: kinds('CASE#*', 'CUSTOMER#*') }],
    // ROW items and copies share the partition of their record, so a leading key cannot separate them.
    'table:project': [
      { actions: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'], keys: kinds(...projected) },
      { actions: ['PutItem', 'DeleteItem'], keys: [...kinds(...projected, 'S#*', 'SHARED#*', 'FACT#*'), 'STATUS#*'] },
      // Buckets count a view's rows; splitting one reads row keys from the index.
      { actions: ['GetItem', 'Query', 'UpdateItem', 'PutItem'], keys: kinds('L#*') },
      { actions: ['Query'], keys: kinds('L#*'), indexes: tableShape.indexes },
      { actions: ['UpdateItem'], keys: kinds('MONTHSUMS#*') },
    ],
    'table:submission-rows': [{ actions: ['BatchGetItem'], keys: kinds('SUBMISSION#*') }],
    'table:submissions': [{ actions: allItemActions, keys: [...kinds('SUBMISSION#*'), 'STATUS#*'] }],
    'table:first-calls': [{ actions: allItemActions, keys: kinds('FIRSTCALL#*') }],
    'table:cases': [{ actions: allItemActions, keys: kinds('CASE#*', 'CASENUMBER#*', 'NUMBERING', 'PRESENCE#*') }],
    // Entries and receipts are put once and never changed.
    'table:care': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
        keys: kinds('CUSTODY#*', 'CAREPLACES', 'CARECOUNTS'),
      },
      { actions: ['GetItem', 'PutItem'], keys: kinds('CARETAG#*') },
      { actions: ['Query'], keys: kinds('INCARE', 'OPENCARECOUNTS'), indexes: ['gsi1'] },
    ],
    'table:day': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        keys: kinds('OFFICEEVENTS', 'RESOURCES', 'SHIFTS', 'RUNSHEETS#*'),
      },
      { actions: ['Query'], keys: kinds('DAYEVENTS'), indexes: ['gsi1'] },
    ],
    'table:day-read': [
      { actions: ['BatchGetItem', 'Query'], keys: kinds('OFFICEEVENTS', 'RESOURCES', 'SHIFTS') },
      { actions: ['BatchGetItem', 'Query'], keys: kinds('CASE#*') },
      { actions: ['Query'], keys: kinds('DAYEVENTS'), indexes: ['gsi1'] },
    ],
    'table:case-attachments': [{ actions: ['Query'], keys: kinds('PAPERS#*', 'ENVELOPESOFCASE#*') }],
    'table:tasks': [
      {
        actions: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
        keys: kinds('TASK#*'),
      },
      { actions: ['Query', 'PutItem'], keys: kinds('CHECKLISTS', 'HANDOVERS') },
      { actions: ['Query'], keys: kinds('PROFILES') },
    ],
    'table:recent-changes': [
      { actions: ['Query'], keys: kinds('AUDITLOG'), indexes: ['gsi1'] },
      { actions: ['BatchGetItem'], keys: kinds('AUDIT#*') },
    ],
    'table:task-facts': [
      { actions: ['Query'], keys: kinds('CUSTODY#*', 'PAPERS#*', 'ENVELOPESOFCASE#*') },
      { actions: ['BatchGetItem'], keys: kinds('DOCUMENT#*', 'ENVELOPE#*') },
    ],
    'table:deadlines': [{ actions: ['BatchGetItem'], keys: kinds('DEADLINE#*') }],
    // A change of a customer updates the items of its cases.
    'table:customers': [{ actions: allItemActions, keys: kinds('CUSTOMER#*', 'CASE#*', 'CALLER#*') }],
    'table:payments-read': [{ actions: ['BatchGetItem'], keys: kinds('PAYMENT#*') }],
    'table:payments': [{ actions: allItemActions, keys: kinds('PAYMENT#*', 'LEDGER#*', 'RECEIPTS') }],
    'table:figures': [{ actions: ['Query'], keys: kinds('MONTHSUMS#*', 'FACT#*') }],
    // A frozen month is put once and never changed.
    'table:month-reports': [
      { actions: ['GetItem', 'Query', 'PutItem'], keys: kinds('MONTHREPORTS') },
      { actions: ['GetItem'], keys: kinds('ORG') },
    ],
    'table:month-reports-read': [{ actions: ['GetItem'], keys: kinds('MONTHREPORTS') }],
    // Statements are put once and never changed.
    'table:statements': [
      { actions: ['Query', 'PutItem'], keys: kinds('STATEMENTS#*') },
      { actions: ['GetItem', 'UpdateItem'], keys: kinds('STATEMENTNUMBERS') },
    ],
    'table:cases-read': [
      { actions: ['GetItem', 'Query'], keys: kinds('CASE#*') },
      { actions: ['GetItem', 'BatchGetItem'], keys: kinds('CUSTOMER#*') },
    ],
    'table:signature-templates': [{ actions: allItemActions, keys: kinds('SIGNTEMPLATES') }],
    // A copy of who signed, among the items of the case.
    'table:signed-papers': [{ actions: ['PutItem'], keys: kinds('CASE#*') }],
    'table:signature-templates-read': [{ actions: ['Query'], keys: kinds('SIGNTEMPLATES') }],
    'table:envelopes': [
      { actions: allItemActions, keys: kinds('ENVELOPE#*', 'ENVELOPESOFCASE#*', 'SUBMISSIONOF#*') },
      { actions: ['ConditionCheckItem'], keys: kinds('CASE#*') },
    ],
    'table:envelopes-read': [{ actions: ['GetItem'], keys: kinds('ENVELOPE#*', 'SUBMISSIONOF#*') }],
    'table:price-lists': [{ actions: allItemActions, keys: kinds('PRICELISTS#*') }],
    'table:price-lists-read': [{ actions: ['GetItem', 'Query'], keys: kinds('PRICELISTS#*') }],
    'table:managed-forms': [
      { actions: allItemActions, keys: kinds('FORMS') },
      { actions: ['GetItem', 'PutItem', 'DeleteItem'], keys: ['CARD#*'] },
    ],
    'table:printed': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query'],
        keys: kinds(
          'CASE#*',
          'FIRSTCALL#*',
          'PAYMENT#*',
          'LEDGER#*',
          'STATEMENTS#*',
          'PRICELISTS#*',
          'CUSTODY#*',
          'RUNSHEETS#*',
          'ORG',
        ),
      },
    ],
    'table:check-number-write': [{ actions: ['PutItem', 'DeleteItem'], keys: kinds('CHECKNUMBER#*') }],
    'table:check-number-read': [{ actions: ['GetItem'], keys: kinds('PAYMENT#*', 'CHECKNUMBER#*') }],
    'table:documents': [
      { actions: allItemActions, keys: kinds('DOCUMENT#*', 'PAPERS#*', 'DOCUMENTZIP#*') },
      { actions: ['ConditionCheckItem'], keys: kinds('CASE#*') },
    ],
    'table:documents-read': [{ actions: ['GetItem'], keys: kinds('DOCUMENT#*', 'DOCUMENTZIP#*') }],
    'table:document-zips': [{ actions: ['GetItem', 'PutItem'], keys: kinds('DOCUMENTZIP#*') }],
    'table:documents-due': [{ actions: ['Query'], keys: ['DOCUMENTS#DUE'], indexes: ['gsi1'] }],
    'table:connections': [
      { actions: ['GetItem', 'PutItem', 'DeleteItem'], keys: kinds('CONNECTION#*') },
      { actions: ['PutItem', 'DeleteItem'], keys: ['WEBHOOK#*'] },
      { actions: ['GetItem'], keys: kinds('HEARD#*', 'PARTNER#*') },
    ],
    'table:connections-read': [{ actions: ['GetItem'], keys: kinds('CONNECTION#*') }],
    'table:connection-tokens': [{ actions: ['GetItem', 'Query', 'PutItem'], keys: kinds('CONNECTION#quickbooks') }],
    'table:accounting-read': [{ actions: ['GetItem', 'BatchGetItem'], keys: kinds('ACCOUNTING') }],
    'table:accounting': [
      { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'], keys: kinds('ACCOUNTING') },
    ],
    'table:accounting-work': [
      { actions: ['Query'], keys: kinds('LEDGER#*', 'STATEMENTS#*') },
      { actions: ['Query', 'BatchGetItem'], keys: kinds('CASE#*') },
      { actions: ['BatchGetItem'], keys: kinds('PAYMENT#*') },
      effects,
    ],
    'table:webhooks': [
      { actions: ['GetItem'], keys: ['WEBHOOK#*', ...kinds('CONNECTION#*')] },
      { actions: ['PutItem', 'UpdateItem'], keys: kinds('HEARD#*') },
    ],
    'table:submission-owners': [{ actions: ['GetItem'], keys: kinds('SUBMISSIONOF#*') }],
    'table:statements-read': [{ actions: ['Query'], keys: kinds('STATEMENTS#*') }],
    'table:signing-effects': [effects],
    'table:envelopes-due': [
      { actions: ['Query'], keys: ['ENVELOPES#OPEN'], indexes: ['gsi1'] },
      { actions: ['BatchGetItem', 'PutItem'], keys: kinds('ENVELOPECHECK#*') },
    ],
    'table:envelopes-open': [
      { actions: ['Query'], keys: ['ENVELOPES#OPEN'], indexes: ['gsi1'] },
      { actions: ['GetItem', 'PutItem'], keys: ['ENVELOPES#REMINDED'] },
    ],
    'table:exports': [{ actions: ['GetItem', 'PutItem'], keys: kinds('EXPORT#*') }],
    'table:organization': [
      { actions: allItemActions, keys: [...kinds('ORG', 'HOMES', 'PREFERENCES#*'), 'SLUG#*', 'LOOK#*', 'CARD#*'] },
      { actions: ['GetItem', 'BatchGetItem'], keys: kinds('PROFILES', 'SECONDFACTOR#*') },
    ],
    'table:members-read': [{ actions: ['GetItem', 'Query'], keys: kinds('PROFILES') }],
    'table:oauth-states': [{ actions: ['GetItem', 'PutItem', 'DeleteItem'], keys: kinds('OAUTHSTATE#*') }],
    'table:google-calendar': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        keys: kinds('GOOGLECALENDAR'),
      },
    ],
    'table:google-sync': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        keys: kinds('GOOGLECALENDAR'),
      },
      { actions: ['GetItem', 'Query'], keys: kinds('CASE#*') },
      { actions: ['GetItem'], keys: kinds('CONNECTION#*') },
      effects,
    ],
    'table:google-clock': [
      { actions: ['Query'], keys: ['ORGANIZATIONS'] },
      { actions: ['GetItem'], keys: kinds('GOOGLECALENDAR') },
    ],
    'table:calendar-feeds': [
      { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], keys: kinds('CALENDARFEEDS') },
      { actions: ['PutItem', 'DeleteItem'], keys: ['FEED#*'] },
    ],
    'table:imports': [{ actions: allItemActions, keys: kinds('IMPORTS', 'IMPORTLINES#*') }],
    'table:archives': [{ actions: ['GetItem', 'Query', 'PutItem'], keys: kinds('ARCHIVES') }],
    // All data that people of the organization see, and the audit trail.
    'table:archive-read': [
      {
        actions: ['GetItem', 'BatchGetItem', 'Query'],
        keys: [
          ...kinds(
            ...aboutPeople,
            'ORG',
            'HOMES',
            'PROFILES',
            'FORMS',
            'SIGNTEMPLATES',
            'MONTHREPORTS',
            'PRICELISTS#*',
          ),
          ...kinds(
            'LEDGER#*',
            'PAYMENT#*',
            'STATEMENTS#*',
            'PAPERS#*',
            'DOCUMENT#*',
            'ENVELOPESOFCASE#*',
            'ENVELOPE#*',
          ),
          ...kinds('CUSTODY#*', 'CAREPLACES', 'CARECOUNTS', 'TASK#*', 'CHECKLISTS', 'HANDOVERS'),
          ...kinds('OFFICEEVENTS', 'RESOURCES', 'SHIFTS'),
          ...kinds('AUDIT#*', 'SUBJECTKEY#*'),
          `${chain}#BATCHES`,
          `${chain}#HEAD`,
        ],
      },
      { actions: ['Query'], keys: kinds('L#*', 'AUDITLOG'), indexes: tableShape.indexes },
    ],
    'table:feed-addresses': [{ actions: ['GetItem'], keys: ['FEED#*'] }],
    'table:calendar-feeds-read': [{ actions: ['GetItem'], keys: kinds('CALENDARFEEDS') }],
    'table:team': [
      { actions: allItemActions, keys: kinds('PROFILES', 'INVITATIONS', 'INVITED#*') },
      { actions: ['UpdateItem'], keys: ['INVITE#*'] },
    ],
    'table:mail-problems': [{ actions: ['GetItem', 'Query'], keys: kinds('MAILPROBLEMS') }],
    'table:end-sessions': [
      { actions: ['UpdateItem'], keys: kinds('PROFILES'), attributes: ['pk', 'sk', 'sessions_since'] },
    ],
    'table:sign-ins': [
      { actions: ['GetItem'], keys: ['SUB#*', ...kinds('PROFILES', 'SIGNINS#*')] },
      { actions: ['UpdateItem'], keys: kinds('SIGNINS#*') },
    ],
    'table:second-factor': [{ actions: ['GetItem', 'BatchGetItem', 'PutItem'], keys: kinds('SECONDFACTOR#*') }],
    'table:ssn-put': [{ actions: ['PutItem'], keys: kinds('SSN#*') }],
    'table:ssn-delete': [{ actions: ['DeleteItem'], keys: kinds('SSN#*') }],
    'table:ssn-read': [{ actions: ['GetItem'], keys: kinds('CASE#*', 'SSN#*') }],
    'table:home-cards': [{ actions: ['GetItem'], keys: ['SLUG#*', 'CARD#*'] }],
    'table:report-statuses': [{ actions: ['GetItem'], keys: ['STATUS#*'] }],
    'table:report-drafts': [{ actions: ['GetItem', 'PutItem', 'DeleteItem'], keys: ['REPORTDRAFT#*'] }],
    'table:family-papers': [
      { actions: ['PutItem'], keys: kinds('DOCUMENT#*', 'PAPERS#*') },
      { actions: ['ConditionCheckItem'], keys: ['STATUS#*', ...kinds('CASE#*')] },
    ],
    'table:reports-read': [{ actions: ['GetItem'], keys: kinds('SUBMISSION#*') }],
    'table:submit': [{ actions: ['PutItem'], keys: [...kinds('SUBMISSION#*'), 'STATUS#*'] }],
    'table:invitation-accept': [
      { actions: ['GetItem', 'UpdateItem'], keys: ['INVITE#*'] },
      { actions: ['GetItem', 'PutItem'], keys: ['SUB#*'] },
      { actions: ['UpdateItem'], keys: kinds('INVITATIONS') },
      { actions: ['PutItem', 'ConditionCheckItem'], keys: kinds('PROFILES') },
      { actions: ['DeleteItem'], keys: kinds('INVITED#*') },
    ],
    'table:health-read': [{ actions: ['GetItem'], keys: ['HEALTH'] }],
    'table:health-write': [{ actions: ['PutItem'], keys: ['HEALTH'] }],
    'table:outbox': [
      { actions: ['UpdateItem', 'BatchGetItem'], keys: [`${org}#OUTBOX#*`] },
      { actions: ['Query'], keys: ['OUTBOX#UNSENT#*', 'OUTBOX#POISON'], indexes: ['gsi1'] },
    ],
    'table:audit-seal': [
      ...auditTrails,
      { actions: ['PutItem'], keys: [`${chain}#BATCHES`, `${chain}#LATE#*`, `${chain}#TRAIL#*`] },
      { actions: ['UpdateItem'], keys: [`${chain}#HEAD`] },
    ],
    'table:audit-verify': [
      ...auditTrails,
      { actions: ['Query'], keys: [`${org}#AUDIT#*`] },
      { actions: ['UpdateItem'], keys: [`${chain}#VERIFIED`] },
    ],
    'table:remind': [
      { actions: ['Query'], keys: ['ORGANIZATIONS'] },
      { actions: ['Query'], keys: kinds('L#*'), indexes: ['gsi1'] },
      { actions: ['BatchGetItem', 'PutItem'], keys: kinds('REMINDER#*') },
      // Whether the owner of a task wants to be told now.
      { actions: ['GetItem'], keys: kinds('PROFILES', 'PREFERENCES#*') },
      { actions: ['Query'], keys: kinds('HANDOVERS') },
    ],
    'table:notify': [
      { actions: ['GetItem', 'Query'], keys: [`${org}#SUBMISSION#*`, `${org}#PROFILES`] },
      { actions: ['GetItem'], keys: [`${org}#DEADLINE#*`, `${org}#CASE#*`, `${org}#ORG`, `${org}#ARCHIVES`] },
      { actions: ['GetItem'], keys: [`${org}#CUSTODY#*`, `${org}#CARECOUNTS`] },
      { actions: ['GetItem'], keys: [`${org}#TASK#*`, `${org}#PREFERENCES#*`, `${org}#HOMES`] },
      { actions: ['Query'], keys: [`${org}#CASE#*`, `${org}#HANDOVERS`] },
      { actions: ['GetItem', 'UpdateItem'], keys: ['STATUS#*', 'REPORTDRAFT#*'] },
      { actions: ['BatchGetItem'], keys: [`${org}#HOMES`, 'CARD#*'] },
      effects,
      { actions: ['GetItem', 'PutItem'], keys: [`${org}#INVITATIONS`] },
      { actions: ['PutItem'], keys: [`${org}#MAILPROBLEMS`] },
      { actions: ['PutItem', 'DeleteItem'], keys: ['INVITE#*'] },
    ],
    'table:identity': [{ actions: ['GetItem'], keys: [`${org}#PROFILES`] }, effects],
  };
};
