import { tenantPrefix } from './key-format.ts';
import type { Key } from './table.ts';

/** Lists of a case, each with its own version. */
export const caseParts = [
  'PART#PERMITS',
  'PART#COPIES',
  'PART#DEADLINES',
  'PART#FAMILY',
  'PART#REVIEW',
  'PART#GATES',
  'PART#SIGNATURES',
  'PART#EFFECTS',
  'PART#TASKS',
] as const;
export type CasePart = (typeof caseParts)[number];

/** Emails whose bounces are shown to staff. */
export const mailNames = ['invitation', 'family-code', 'family-review'] as const;
export type MailName = (typeof mailNames)[number];

/**
 * Every key of the table, and so every access pattern. Only {@link keysOf} creates keys of an organization, so
 * that no handler can name another organization's item, and IAM conditions on leading keys can tell the kinds apart.
 * key-format.ts parses keys.
 *
 * | What | pk | sk | Read by |
 * |---|---|---|---|
 * | organization | `T#org#ORG` | `ORG` | Get |
 * | funeral homes | `T#org#HOMES` | `HOME#id` | Query all, Get |
 * | prefixes of case numbers, current and former | `T#org#HOMES` | `PREFIX#prefix` | Query all, condition |
 * | staff profiles | `T#org#PROFILES` | `PROFILE#id` | Query all, Get |
 * | preferences of a profile | `T#org#PREFERENCES#id` | `PREFERENCES` | Get |
 * | sign-ins with a second factor | `T#org#SECONDFACTOR#profile` | `SECONDFACTOR` | Get |
 * | sign-in attempts since the last success | `T#org#SIGNINS#profile` | `SIGNINS` | Update, Get |
 * | team invitations | `T#org#INVITATIONS` | `INVITATION#id` | Query all, Get |
 * | email address with a pending invitation | `T#org#INVITED#email` | `INVITED` | condition |
 * | bounced emails, for 30 days | `T#org#MAILPROBLEMS` | `email#id of its subject#number of the email` | Query all of an email, Get |
 * | link of an invitation | `INVITE#hash of its token` | `INVITE` | Get |
 * | calendar links | `T#org#CALENDARFEEDS` | `FEED#id` | Query all, Get |
 * | imports from another system; lines, 90 per item | `T#org#IMPORTS`; `T#org#IMPORTLINES#id` | `IMPORT#id`; `LINES#number` | Query all, Get; Query |
 * | full archives | `T#org#ARCHIVES` | `ARCHIVE#id`, `LAST` the latest request | Query all, Get |
 * | secret address → calendar link | `FEED#hash of its token` | `FEED` | Get |
 * | sign-in → profile | `SUB#sub` | `SUB` | Get |
 * | public address of a location | `SLUG#slug` | `SLUG` | Get |
 * | organization that owns similar-looking addresses | `LOOK#look` | `LOOK`; `ALLOWED#slug` for another one | Get |
 * | public profile of a location | `CARD#home` | `CARD` | Get |
 * | status of a first call | `STATUS#reference` | `STATUS`; `PROGRESS`, `FAMILYVIEW` (projected), `REVIEW#revision` | Get |
 * | saved draft of a family's first call | `REPORTDRAFT#id` | `REPORTDRAFT` | Get |
 * | sign-in at a partner in progress | `T#org#OAUTHSTATE#hash of its state` | `STATE` | Get |
 * | Google Calendar: settings, sync state, synced events, suggestions, cleanup | `T#org#GOOGLECALENDAR` | `SETTINGS`, `SYNC#connection`, `EVENT#connection#id`, `SUGGESTED#connection#id`, `ENDING#connection` | Get, Query |
 * | submission | `T#org#SUBMISSION#id` | `SUBMISSION` | Get |
 * | first-call sheet | `T#org#FIRSTCALL#id` | `FIRSTCALL` | Get |
 * | case | `T#org#CASE#id` | `CASE`, `SECTION#id`, `PART#PERMITS`, `PART#COPIES`, `PART#DEADLINES`, `PART#FAMILY`, `PART#REVIEW`, `PART#GATES`, `PART#SIGNATURES`, `PART#EFFECTS`, `EVENT#id` with gsi1 `T#org#DAYEVENTS` by start | one Query reads it whole |
 * | events without a case; vehicles, rooms, equipment; shifts | `T#org#OFFICEEVENTS`; `T#org#RESOURCES`; `T#org#SHIFTS` | `EVENT#id`; `RESOURCE#id`; `SHIFT#id` | Query all, Get |
 * | run sheets as a member last saw them | `T#org#RUNSHEETS#member` | `day#member` or `day#ALL` | Get |
 * | custody of a case: bodies and remains, numbered entries, receipts for effects | `T#org#CUSTODY#case` | `SUBJECT#id` with gsi1 `T#org#INCARE` while in care, `ENTRY#subject#number`, `RECEIPT#id` | Query, Get |
 * | tag of a subject | `T#org#CARETAG#letters` | `TAG` | Get, condition |
 * | places of care | `T#org#CAREPLACES` | `PLACE#id` | Query all, Get |
 * | counts of who is in care | `T#org#CARECOUNTS` | `COUNT#id` with gsi1 `T#org#OPENCARECOUNTS` while a difference is not settled | Query newest first, Get |
 * | row of a case in its second list | `T#org#CASEORDERS#id` | `ROW` | Query by index |
 * | next payment due of a case | `T#org#MONEYDUE#id` | `ROW` | Query by index |
 * | day of a case’s cremation | `T#org#CREMATION#case` | `ROW` | Query by index |
 * | contributions per day and location (projected) | `T#org#FACT#group#home` | `FACT#day#kind#id` | Query |
 * | monthly sums of these (projected) | `T#org#MONTHSUMS#home` | `YYYY-MM` | Query |
 * | figures of a finished month; that owners were notified | `T#org#MONTHREPORTS` | `MONTH#month`, `TOLD#month` | Get, Query |
 * | users who have a case open | `T#org#PRESENCE#case` | `HERE#profile` | Query |
 * | task (of a case: projected) | `T#org#TASK#id` or `T#org#TASK#case.key` | `TASK` | Get |
 * | checklists, by home and version; hand-overs | `T#org#CHECKLISTS`, `T#org#HANDOVERS` | `HOME#id#version`, `HANDOVER#number` | Query, Get |
 * | open deadline of a case (projected) | `T#org#DEADLINE#case.kind` | `DEADLINE` | Get |
 * | sent deadline reminders | `T#org#REMINDER#case` | `kind#day` | BatchGet |
 * | case number taken | `T#org#CASENUMBER#number` | `CASENUMBER` | Get |
 * | next case number | `T#org#NUMBERING` | `HOME#id#year` | Get |
 * | customer | `T#org#CUSTOMER#id` | `CUSTOMER`, `LINK#CASE#id`, `MERGE#id` | one Query reads it whole |
 * | payment, refund or reversal | `T#org#PAYMENT#id` | `PAYMENT` | Get |
 * | payments of a case | `T#org#LEDGER#case` | `PAYMENT#id` | Query |
 * | finalized Statement, and its acceptance | `T#org#STATEMENTS#case` | `STATEMENT#version`, `ACCEPTANCE#version` | Query |
 * | next Statement number | `T#org#STATEMENTNUMBERS` | `HOME#id#year` | Get |
 * | check number ciphertext | `T#org#CHECKNUMBER#id` | `CHECKNUMBER` | Get |
 * | document | `T#org#DOCUMENT#id` | `DOCUMENT`; gsi1 `DOCUMENTS#DUE` by the time of the next step | Get; Query |
 * | documents of a case | `T#org#PAPERS#case` | `DOCUMENT#id` | Query |
 * | ZIP file of a case's documents | `T#org#DOCUMENTZIP#id` | `DOCUMENTZIP` | Get |
 * | next receipt number | `T#org#RECEIPTS` | `HOME#id#year` | Get |
 * | version of a location's price lists | `T#org#PRICELISTS#home` | `LIST#id` | Query all, Get |
 * | form of a location with its draft | `T#org#FORMS` | `FORM#id` | Query all, Get |
 * | version of a form, open form of an address | `CARD#home` | `FORMVERSION#id#number`, `FORM#slug` | Get |
 * | signature templates; values unique among them, such as the name | `T#org#SIGNTEMPLATES` | `TEMPLATE#id`; `HELD#what` | Query all, Get; condition |
 * | envelopes to sign | `T#org#ENVELOPE#id` | `ENVELOPE`; gsi1 `ENVELOPES#OPEN` by the time of the next DocuSeal poll | Get; Query |
 * | position of the reminder run in open envelopes | `ENVELOPES#REMINDED` | `PLACE` | Get |
 * | envelopes of a case | `T#org#ENVELOPESOFCASE#case` | `ENVELOPE#id` | Query |
 * | owner of a DocuSeal submission | `T#org#SUBMISSIONOF#DocuSeal id` | `OWNER` | Get |
 * | recently entered caller | `T#org#CALLER#hash` | `CALLER` | Get |
 * | values that records of a list may share | `T#org#SHARED#list` | reason`#`value`#`id | Query BETWEEN |
 * | export in progress | `T#org#EXPORT#id` | `EXPORT` | Get |
 * | SSN ciphertext | `T#org#SSN#id` | `SSN` | Get |
 * | encryption key of a record's audit entries | `T#org#SUBJECTKEY#kind#id` | `KEY` | Get |
 * | audit entries of a record | `T#org#AUDIT#kind#id` | `instant#id` | Query newest first |
 * | audit timeline of an organization | gsi1 `T#org#AUDITLOG` | instant of recording`#`id | Query |
 * | batch of sealed entries | `T#org#CHAIN#SIGNED#BATCHES` | `BATCH#number` | Query by number |
 * | last batch; last batch of one log; late entries | `T#org#CHAIN#SIGNED#HEAD`, `…#TRAIL#kind#id`, `…#LATE#position` | `HEAD`, `TRAIL`, `LATE` | Get |
 * | verification progress | `T#org#CHAIN#SIGNED#VERIFIED` | `VERIFIED` | Get |
 * | organizations | `ORGANIZATIONS` | `ORG#id` | Query all |
 * | events of a transaction | `T#org#OUTBOX#aggregate` | `EVENTS#id` | stream; gsi1 `OUTBOX#UNSENT#shard` by instant, `OUTBOX#POISON` |
 * | effect of an event | `T#org#EFFECT#event` | `EFFECT#name` | Get |
 * | a record's row and projection | as the record | `ROW`; gsi1…gsi4 `T#org#L#list#view` by sort value`#`id | Query, BatchGet |
 * | buckets that count a view's rows | `T#org#L#list#view` | lower bound | Query |
 * | circuit of a partner | `T#org#PARTNER#partner` | `STATUS` | Get |
 * | scheduled DocuSeal polls | `T#org#ENVELOPECHECK#envelope` | hour | BatchGet |
 * | connection to a partner with encrypted secrets; additional QuickBooks companies | `T#org#CONNECTION#partner` | `CONNECTION`, `COMPANY#number` | Get, Query |
 * | accounting settings of the first and of additional companies; company per location; cached reads | `T#org#ACCOUNTING` | `SETTINGS`, `SETTINGS#number`, `HOMES`, `SEEN#name` | Get |
 * | posted entries of a case, their row by state, owner of a QuickBooks record; references; runs | `T#org#ACCOUNTING` | `ENTRY#kind#id`, `ROW#state#at#kind#id`, `THERE#realm#type#id`, `REFS#…`, `RUN#…` | BatchGet, Query, Get |
 * | received webhooks | `T#org#HEARD#partner` | `LAST`, `EVENT#hash` | Get, condition |
 * | webhook URL | `WEBHOOK#token` | `WEBHOOK` | Get |
 * | search tokens | `T#org#S#list#` first two letters | token`#`id | Query BETWEEN |
 * | idempotency | `T#org#IDEMPOTENCY#hash`, `PUBLIC#IDEMPOTENCY#hash` | `IDEMPOTENCY` | Get |
 * | latest health measurement | `HEALTH` | `HEALTH` | Get |
 * | rate counters | `RATE#limit#caller` | window | Update |
 */
export const keysOf = (organizationId: string) => {
  const tenant = tenantPrefix(organizationId);
  // Unsigned chains of earlier releases are stored separately; their entries are sealed again.
  const chain = `${tenant}#CHAIN#SIGNED`;
  return {
    organizationId,
    organization: (): Key => ({ pk: `${tenant}#ORG`, sk: 'ORG' }),
    homes: (): string => `${tenant}#HOMES`,
    home: (id: string): Key => ({ pk: `${tenant}#HOMES`, sk: `HOME#${id}` }),
    /** Prefixes that differ only in case would produce confusable numbers. */
    numberPrefix: (prefix: string): Key => ({ pk: `${tenant}#HOMES`, sk: `PREFIX#${prefix.toUpperCase()}` }),
    profiles: (): string => `${tenant}#PROFILES`,
    profile: (id: string): Key => ({ pk: `${tenant}#PROFILES`, sk: `PROFILE#${id}` }),
    invitations: (): string => `${tenant}#INVITATIONS`,
    invitation: (id: string): Key => ({ pk: `${tenant}#INVITATIONS`, sk: `INVITATION#${id}` }),
    invited: (email: string): Key => ({ pk: `${tenant}#INVITED#${email}`, sk: 'INVITED' }),
    mailProblems: (): string => `${tenant}#MAILPROBLEMS`,
    mailProblem: ({ mail, record, version }: { mail: MailName; record: string; version: number }): Key => ({
      pk: `${tenant}#MAILPROBLEMS`,
      sk: `${mail}#${record}#${version}`,
    }),
    calendarFeeds: (): string => `${tenant}#CALENDARFEEDS`,
    calendarFeed: (id: string): Key => ({ pk: `${tenant}#CALENDARFEEDS`, sk: `FEED#${id}` }),
    preferences: (profileId: string): Key => ({ pk: `${tenant}#PREFERENCES#${profileId}`, sk: 'PREFERENCES' }),
    secondFactor: (profileId: string): Key => ({ pk: `${tenant}#SECONDFACTOR#${profileId}`, sk: 'SECONDFACTOR' }),
    signIns: (profileId: string): Key => ({ pk: `${tenant}#SIGNINS#${profileId}`, sk: 'SIGNINS' }),
    imports: (): string => `${tenant}#IMPORTS`,
    import: (id: string): Key => ({ pk: `${tenant}#IMPORTS`, sk: `IMPORT#${id}` }),
    importPart: (id: string, part: number): Key => ({
      pk: `${tenant}#IMPORTLINES#${id}`,
      sk: `LINES#${String(part).padStart(6, '0')}`,
    }),
    archives: (): string => `${tenant}#ARCHIVES`,
    archive: (id: string): Key => ({ pk: `${tenant}#ARCHIVES`, sk: `ARCHIVE#${id}` }),
    lastArchive: (): Key => ({ pk: `${tenant}#ARCHIVES`, sk: 'LAST' }),
    oauthState: (hash: string): Key => ({ pk: `${tenant}#OAUTHSTATE#${hash}`, sk: 'STATE' }),
    googleCalendar: (): string => `${tenant}#GOOGLECALENDAR`,
    googleSettings: (): Key => ({ pk: `${tenant}#GOOGLECALENDAR`, sk: 'SETTINGS' }),
    googleSync: (connection: string): Key => ({ pk: `${tenant}#GOOGLECALENDAR`, sk: `SYNC#${connection}` }),
    googleEvent: (connection: string, id: string): Key => ({
      pk: `${tenant}#GOOGLECALENDAR`,
      sk: `EVENT#${connection}#${id}`,
    }),
    /** A change that someone made to an event in Google Calendar. */
    googleSuggestion: (connection: string, id: string): Key => ({
      pk: `${tenant}#GOOGLECALENDAR`,
      sk: `SUGGESTED#${connection}#${id}`,
    }),
    googleEnding: (connection: string): Key => ({ pk: `${tenant}#GOOGLECALENDAR`, sk: `ENDING#${connection}` }),
    submission: (id: string): Key => ({ pk: `${tenant}#SUBMISSION#${id}`, sk: 'SUBMISSION' }),
    firstCall: (id: string): Key => ({ pk: `${tenant}#FIRSTCALL#${id}`, sk: 'FIRSTCALL' }),
    caseItems: (id: string): string => `${tenant}#CASE#${id}`,
    case: (id: string): Key => ({ pk: `${tenant}#CASE#${id}`, sk: 'CASE' }),
    caseSection: (id: string, section: string): Key => ({ pk: `${tenant}#CASE#${id}`, sk: `SECTION#${section}` }),
    casePart: (id: string, part: CasePart): Key => ({ pk: `${tenant}#CASE#${id}`, sk: part }),
    caseEvent: (caseId: string, id: string): Key => ({ pk: `${tenant}#CASE#${caseId}`, sk: `EVENT#${id}` }),
    /** Partition in the index of events by their start. */
    dayEvents: (): string => `${tenant}#DAYEVENTS`,
    officeEvents: (): string => `${tenant}#OFFICEEVENTS`,
    officeEvent: (id: string): Key => ({ pk: `${tenant}#OFFICEEVENTS`, sk: `EVENT#${id}` }),
    resources: (): string => `${tenant}#RESOURCES`,
    resource: (id: string): Key => ({ pk: `${tenant}#RESOURCES`, sk: `RESOURCE#${id}` }),
    shifts: (): string => `${tenant}#SHIFTS`,
    shift: (id: string): Key => ({ pk: `${tenant}#SHIFTS`, sk: `SHIFT#${id}` }),
    runSheet: (profileId: string, day: string, of: string): Key => ({
      pk: `${tenant}#RUNSHEETS#${profileId}`,
      sk: `${day}#${of}`,
    }),
    custody: (caseId: string): string => `${tenant}#CUSTODY#${caseId}`,
    careSubject: (caseId: string, id: string): Key => ({ pk: `${tenant}#CUSTODY#${caseId}`, sk: `SUBJECT#${id}` }),
    custodyEntry: (caseId: string, subjectId: string, number: number): Key => ({
      pk: `${tenant}#CUSTODY#${caseId}`,
      sk: `ENTRY#${subjectId}#${String(number).padStart(5, '0')}`,
    }),
    effectReceipt: (caseId: string, id: string): Key => ({ pk: `${tenant}#CUSTODY#${caseId}`, sk: `RECEIPT#${id}` }),
    /** Partition in the index of the subjects in care. */
    inCare: (): string => `${tenant}#INCARE`,
    careTag: (tag: string): Key => ({ pk: `${tenant}#CARETAG#${tag}`, sk: 'TAG' }),
    carePlaces: (): string => `${tenant}#CAREPLACES`,
    carePlace: (id: string): Key => ({ pk: `${tenant}#CAREPLACES`, sk: `PLACE#${id}` }),
    careCounts: (): string => `${tenant}#CARECOUNTS`,
    openCareCounts: (): string => `${tenant}#OPENCARECOUNTS`,
    careCount: (id: string): Key => ({ pk: `${tenant}#CARECOUNTS`, sk: `COUNT#${id}` }),
    deadline: (id: string): Key => ({ pk: `${tenant}#DEADLINE#${id}`, sk: 'DEADLINE' }),
    task: (id: string): Key => ({ pk: `${tenant}#TASK#${id}`, sk: 'TASK' }),
    checklists: (): string => `${tenant}#CHECKLISTS`,
    checklist: (homeId: string, version: number): Key => ({
      pk: `${tenant}#CHECKLISTS`,
      sk: `HOME#${homeId}#${String(version).padStart(5, '0')}`,
    }),
    handovers: (): string => `${tenant}#HANDOVERS`,
    handover: (number: number): Key => ({
      pk: `${tenant}#HANDOVERS`,
      sk: `HANDOVER#${String(number).padStart(7, '0')}`,
    }),
    reminder: (caseId: string, kind: string, due: string): Key => ({
      pk: `${tenant}#REMINDER#${caseId}`,
      sk: `${kind}#${due}`,
    }),
    caseOrders: (id: string): string => `${tenant}#CASEORDERS#${id}`,
    moneyDue: (id: string): string => `${tenant}#MONEYDUE#${id}`,
    cremation: (caseId: string): string => `${tenant}#CREMATION#${caseId}`,
    contributions: (group: string, homeId: string): string => `${tenant}#FACT#${group}#${homeId}`,
    monthSums: (homeId: string, month: string): Key => ({ pk: `${tenant}#MONTHSUMS#${homeId}`, sk: month }),
    monthReports: (): string => `${tenant}#MONTHREPORTS`,
    monthReport: (month: string): Key => ({ pk: `${tenant}#MONTHREPORTS`, sk: `MONTH#${month}` }),
    monthReportAnnounced: (month: string): Key => ({ pk: `${tenant}#MONTHREPORTS`, sk: `TOLD#${month}` }),
    presence: (caseId: string): string => `${tenant}#PRESENCE#${caseId}`,
    present: (caseId: string, profileId: string): Key => ({
      pk: `${tenant}#PRESENCE#${caseId}`,
      sk: `HERE#${profileId}`,
    }),
    // "wa-2026-0001" and "WA-2026-0001" are the same.
    caseNumber: (number: string): Key => ({ pk: `${tenant}#CASENUMBER#${number.toUpperCase()}`, sk: 'CASENUMBER' }),
    numbering: (homeId: string, year: number): Key => ({ pk: `${tenant}#NUMBERING`, sk: `HOME#${homeId}#${year}` }),
    customerItems: (id: string): string => `${tenant}#CUSTOMER#${id}`,
    customer: (id: string): Key => ({ pk: `${tenant}#CUSTOMER#${id}`, sk: 'CUSTOMER' }),
    customerLink: (id: string, caseId: string): Key => ({ pk: `${tenant}#CUSTOMER#${id}`, sk: `LINK#CASE#${caseId}` }),
    customerMerge: (id: string, mergeId: string): Key => ({ pk: `${tenant}#CUSTOMER#${id}`, sk: `MERGE#${mergeId}` }),
    caller: (hash: string): Key => ({ pk: `${tenant}#CALLER#${hash}`, sk: 'CALLER' }),
    export: (id: string): Key => ({ pk: `${tenant}#EXPORT#${id}`, sk: 'EXPORT' }),
    payment: (id: string): Key => ({ pk: `${tenant}#PAYMENT#${id}`, sk: 'PAYMENT' }),
    ledger: (caseId: string): string => `${tenant}#LEDGER#${caseId}`,
    ledgerEntry: (caseId: string, id: string): Key => ({ pk: `${tenant}#LEDGER#${caseId}`, sk: `PAYMENT#${id}` }),
    checkNumber: (id: string): Key => ({ pk: `${tenant}#CHECKNUMBER#${id}`, sk: 'CHECKNUMBER' }),
    document: (id: string): Key => ({ pk: `${tenant}#DOCUMENT#${id}`, sk: 'DOCUMENT' }),
    papers: (caseId: string): string => `${tenant}#PAPERS#${caseId}`,
    paper: (caseId: string, id: string): Key => ({ pk: `${tenant}#PAPERS#${caseId}`, sk: `DOCUMENT#${id}` }),
    documentZip: (id: string): Key => ({ pk: `${tenant}#DOCUMENTZIP#${id}`, sk: 'DOCUMENTZIP' }),
    receipts: (homeId: string, year: number): Key => ({ pk: `${tenant}#RECEIPTS`, sk: `HOME#${homeId}#${year}` }),
    statements: (caseId: string): string => `${tenant}#STATEMENTS#${caseId}`,
    statement: (caseId: string, version: number): Key => ({
      pk: `${tenant}#STATEMENTS#${caseId}`,
      sk: `STATEMENT#${String(version).padStart(4, '0')}`,
    }),
    statementAcceptance: (caseId: string, version: number): Key => ({
      pk: `${tenant}#STATEMENTS#${caseId}`,
      sk: `ACCEPTANCE#${String(version).padStart(4, '0')}`,
    }),
    statementNumbers: (homeId: string, year: number): Key => ({
      pk: `${tenant}#STATEMENTNUMBERS`,
      sk: `HOME#${homeId}#${year}`,
    }),
    signatureTemplates: (): string => `${tenant}#SIGNTEMPLATES`,
    signatureTemplate: (id: string): Key => ({ pk: `${tenant}#SIGNTEMPLATES`, sk: `TEMPLATE#${id}` }),
    signatureTemplateHeld: (what: string): Key => ({ pk: `${tenant}#SIGNTEMPLATES`, sk: `HELD#${what}` }),
    envelope: (id: string): Key => ({ pk: `${tenant}#ENVELOPE#${id}`, sk: 'ENVELOPE' }),
    envelopesOfCase: (caseId: string): string => `${tenant}#ENVELOPESOFCASE#${caseId}`,
    envelopeOfCase: (caseId: string, id: string): Key => ({
      pk: `${tenant}#ENVELOPESOFCASE#${caseId}`,
      sk: `ENVELOPE#${id}`,
    }),
    submissionOwner: (docusealId: number): Key => ({ pk: `${tenant}#SUBMISSIONOF#${docusealId}`, sk: 'OWNER' }),
    priceLists: (homeId: string): string => `${tenant}#PRICELISTS#${homeId}`,
    priceList: (homeId: string, id: string): Key => ({ pk: `${tenant}#PRICELISTS#${homeId}`, sk: `LIST#${id}` }),
    managedForms: (): string => `${tenant}#FORMS`,
    managedForm: (id: string): Key => ({ pk: `${tenant}#FORMS`, sk: `FORM#${id}` }),
    ssn: (id: string): Key => ({ pk: `${tenant}#SSN#${id}`, sk: 'SSN' }),
    audit: (kind: string, id: string): string => `${tenant}#AUDIT#${kind}#${id}`,
    subjectKey: (kind: string, id: string): Key => ({ pk: `${tenant}#SUBJECTKEY#${kind}#${id}`, sk: 'KEY' }),
    auditTimeline: (): string => `${tenant}#AUDITLOG`,
    auditBatch: (sequence: number): Key => ({
      pk: `${chain}#BATCHES`,
      sk: `BATCH#${String(sequence).padStart(12, '0')}`,
    }),
    auditHead: (): Key => ({ pk: `${chain}#HEAD`, sk: 'HEAD' }),
    auditVerified: (): Key => ({ pk: `${chain}#VERIFIED`, sk: 'VERIFIED' }),
    auditLate: (position: string): Key => ({ pk: `${chain}#LATE#${position}`, sk: 'LATE' }),
    /** By the log's name in batches (`CASE#id`). */
    auditTrail: (trail: string): Key => ({ pk: `${chain}#TRAIL#${trail}`, sk: 'TRAIL' }),
    outbox: (aggregateId: string, eventId: string): Key => ({
      pk: `${tenant}#OUTBOX#${aggregateId}`,
      sk: `EVENTS#${eventId}`,
    }),
    effect: (eventId: string, name: string): Key => ({ pk: `${tenant}#EFFECT#${eventId}`, sk: `EFFECT#${name}` }),
    row: (partition: string): Key => ({ pk: partition, sk: 'ROW' }),
    /** Partition in the index, and of the bucket counters in the table. */
    listView: (list: string, view: string): string => `${tenant}#L#${list}#${view}`,
    shared: (list: string): string => `${tenant}#SHARED#${list}`,
    partnerStatus: (partner: string): Key => ({ pk: `${tenant}#PARTNER#${partner}`, sk: 'STATUS' }),
    envelopeCheck: (id: string, hour: string): Key => ({ pk: `${tenant}#ENVELOPECHECK#${id}`, sk: hour }),
    /** `company`: number of an additional company. */
    connection: (partner: string, company?: string): Key => ({
      pk: `${tenant}#CONNECTION#${partner}`,
      sk: company === undefined ? 'CONNECTION' : `COMPANY#${company}`,
    }),
    accounting: (
      what: 'SETTINGS' | 'HOMES' | `${'SETTINGS' | 'SEEN' | 'REFS' | 'ENTRY' | 'ROW' | 'RUN' | 'THERE'}#${string}`,
    ): Key => ({
      pk: `${tenant}#ACCOUNTING`,
      sk: what,
    }),
    heard: (partner: string): Key => ({ pk: `${tenant}#HEARD#${partner}`, sk: 'LAST' }),
    heardEvent: (partner: string, hash: string): Key => ({ pk: `${tenant}#HEARD#${partner}`, sk: `EVENT#${hash}` }),
    tokens: (list: string, token: string): string => `${tenant}#S#${list}#${[...token].slice(0, 2).join('')}`,
    idempotency: (hash: string): Key => ({ pk: `${tenant}#IDEMPOTENCY#${hash}`, sk: 'IDEMPOTENCY' }),
  };
};
export type Keys = ReturnType<typeof keysOf>;

/** Index partitions for unsent events. */
export const unsentShards = 16;

/** Keys that are read before an organization is known, and keys without one. */
export const sharedKeys = {
  subject: (sub: string): Key => ({ pk: `SUB#${sub}`, sk: 'SUB' }),
  slug: (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'SLUG' }),
  addressLook: (look: string): Key => ({ pk: `LOOK#${look}`, sk: 'LOOK' }),
  /** An address that looks the same, which an operator allowed another organization. */
  allowedAddress: (look: string, slug: string): Key => ({ pk: `LOOK#${look}`, sk: `ALLOWED#${slug}` }),
  homeCard: (homeId: string): Key => ({ pk: `CARD#${homeId}`, sk: 'CARD' }),
  openForm: (homeId: string, slug: string): Key => ({ pk: `CARD#${homeId}`, sk: `FORM#${slug}` }),
  formVersion: (homeId: string, formId: string, number: number): Key => ({
    pk: `CARD#${homeId}`,
    sk: `FORMVERSION#${formId}#${String(number).padStart(4, '0')}`,
  }),
  reportStatus: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'STATUS' }),
  reportProgress: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'PROGRESS' }),
  familyView: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'FAMILYVIEW' }),
  /** A family's review of the information sent to it. */
  familyAnswer: (reference: string, revision: number): Key => ({ pk: `STATUS#${reference}`, sk: `REVIEW#${revision}` }),
  reportDraft: (id: string): Key => ({ pk: `REPORTDRAFT#${id}`, sk: 'REPORTDRAFT' }),
  publicIdempotency: (hash: string): Key => ({ pk: `PUBLIC#IDEMPOTENCY#${hash}`, sk: 'IDEMPOTENCY' }),
  invite: (tokenHash: string): Key => ({ pk: `INVITE#${tokenHash}`, sk: 'INVITE' }),
  feedAddress: (tokenHash: string): Key => ({ pk: `FEED#${tokenHash}`, sk: 'FEED' }),
  rate: (limit: string, caller: string, window: string): Key => ({ pk: `RATE#${limit}#${caller}`, sk: window }),
  webhook: (token: string): Key => ({ pk: `WEBHOOK#${token}`, sk: 'WEBHOOK' }),
  unsentEvents: (shard: number): string => `OUTBOX#UNSENT#${shard.toString(16)}`,
  poisonEvents: 'OUTBOX#POISON',
  documentsDue: 'DOCUMENTS#DUE',
  envelopesOpen: 'ENVELOPES#OPEN',
  envelopesReminded: { pk: 'ENVELOPES#REMINDED', sk: 'PLACE' } as Key,
  organizations: 'ORGANIZATIONS',
  health: { pk: 'HEALTH', sk: 'HEALTH' } as Key,
} as const;
