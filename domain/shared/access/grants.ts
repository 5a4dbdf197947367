/**
 * Privileges of a Lambda function. Handlers' dependencies imply them, the privilege table (infra/functions.ts) lists
 * them per function, and infra/constructs/grants.ts turns each into IAM statements with exact resources and leading
 * keys.
 */
export type TableGrant =
  /** Identify the caller: sign-in, profile, sign-in policy and second factor. */
  | 'table:session'
  /** Check at a commit that the actor is still allowed. */
  | 'table:actor-check'
  | 'table:limits'
  /** Store responses under a staff member's Idempotency-Key. */
  | 'table:replays'
  /** The same for callers without a sign-in. */
  | 'table:public-replays'
  /** Put audit entries; no role may change or delete one. */
  | 'table:audit-write'
  /** Read the keys that encrypt audit entries about people, and put the first. */
  | 'table:subject-keys'
  /** Find deleted records whose audit entries still hold personal data, and destroy their keys. */
  | 'table:forget'
  | 'table:audit-read'
  /** Read audit entries and their batches, to verify one record's log. */
  | 'table:audit-prove'
  /** Put events to publish. */
  | 'table:outbox-write'
  /** Read lists: rows, counters, search tokens and shared values. Only the projector writes them. */
  | 'table:lists'
  /** Read the names of the organization's locations. */
  | 'table:home-names'
  /** Read records; write their projections. */
  | 'table:project'
  | 'table:submissions'
  | 'table:first-calls'
  | 'table:cases'
  | 'table:customers'
  /** Read many cases as lists show them. */
  | 'table:case-rows'
  /** Read records as lists show them, and whether a case exists. */
  | 'table:records-read'
  /** Read whether a case has documents or envelopes. */
  | 'table:case-attachments'
  /** Read deadlines found by their list. */
  | 'table:deadlines'
  /** Payments, ledgers and receipt numbers. */
  | 'table:payments'
  /** Read ledger entries. */
  | 'table:payments-read'
  /** Daily facts and their sums. */
  | 'table:figures'
  /** Only the sums, which contain no names. */
  /** Stored metrics of finished months; the organization's name, and whether its owners were notified. */
  | 'table:month-reports'
  | 'table:month-reports-read'
  /** Finalized Statements, their acceptances and numbers. */
  | 'table:statements'
  /** Versions of price lists. */
  | 'table:price-lists'
  /** Read versions of price lists. */
  | 'table:price-lists-read'
  /** Managed forms, and their public versions. */
  | 'table:managed-forms'
  /** Read the sources of documents: cases, first calls, payments and ledgers, Statements, price lists. */
  | 'table:printed'
  /** Put and delete check number ciphertexts. */
  | 'table:check-number-write'
  /** Read whole cases and their customers. */
  | 'table:cases-read'
  /** Signature templates. */
  | 'table:signature-templates'
  /** Read signature templates. */
  | 'table:signature-templates-read'
  /** Envelopes, the envelopes of a case, and owners of DocuSeal submissions. */
  | 'table:envelopes'
  /** Read an envelope and the owner of a DocuSeal submission. */
  | 'table:envelopes-read'
  /** Read payments and check number ciphertexts. */
  | 'table:check-number-read'
  /** Documents, the documents of a case, and their ZIP files. */
  | 'table:documents'
  /** Read a document or the progress of a ZIP file. */
  | 'table:documents-read'
  /** Request a ZIP file of documents. */
  | 'table:document-zips'
  /** Find documents with a step that is due. */
  | 'table:documents-due'
  /** Partner connections, their webhooks and circuits. */
  | 'table:connections'
  /** Read a partner connection. */
  | 'table:connections-read'
  /** Read a partner connection, and store refreshed tokens. */
  | 'table:connection-tokens'
  /** Accounting settings, and recent reads from the books. */
  | 'table:accounting'
  /** Read accounting settings and sent entries. */
  | 'table:accounting-read'
  /** Read the posted entries of cases, and the QuickBooks circuit. */
  | 'table:accounting-work'
  /** Find the owner of a webhook and store its content. */
  | 'table:webhooks'
  /** Find the envelope of a DocuSeal submission. */
  | 'table:submission-owners'
  /** Read finalized Statements. */
  | 'table:statements-read'
  /** Effects of the signing worker at DocuSeal, and the DocuSeal circuit. */
  | 'table:signing-effects'
  /** Find envelopes due for a DocuSeal poll, and store that it was requested. */
  | 'table:envelopes-due'
  /** Find open envelopes, and store the position of reminders. */
  | 'table:envelopes-open'
  /** Store started exports. */
  | 'table:exports'
  /** Organization, locations with their public profiles, preferences. */
  | 'table:organization'
  /** Read a member's profile. */
  | 'table:members-read'
  /** Calendar links and their secret addresses. */
  | 'table:calendar-feeds'
  /** Find a link by its secret address (`FEED#…`): only GetItem. */
  | 'table:feed-addresses'
  | 'table:calendar-feeds-read'
  /** Imports from another system and their lines. */
  | 'table:imports'
  /** Archives: requester and progress. */
  | 'table:archives'
  /** Read everything that an archive contains. */
  | 'table:archive-read'
  /** Sign-ins at partners in progress. */
  | 'table:oauth-states'
  /** An organization's Google Calendar settings and sync state. */
  | 'table:google-calendar'
  /** Sync cases to Google Calendar: read them, store synced events. */
  | 'table:google-sync'
  /** Request a check for changes at Google: read connected organizations. */
  | 'table:google-clock'
  | 'table:team'
  /** Bounced emails to staff and families. */
  | 'table:mail-problems'
  /** Store since when sessions count, and nothing else in a profile. */
  | 'table:end-sessions'
  /** The member of a sign-in, and their attempts since the last success. */
  | 'table:sign-ins'
  /** Sign-ins that used a second factor. */
  | 'table:second-factor'
  /** Put SSN ciphertexts; deleting needs another privilege. */
  | 'table:ssn-put'
  | 'table:ssn-delete'
  /** Read cases and SSN ciphertexts. */
  | 'table:ssn-read'
  /** Only GetItem of public addresses and profiles (`SLUG#…`, `CARD#…`). */
  | 'table:home-cards'
  /** Only GetItem of first-call statuses (`STATUS#…`). */
  | 'table:report-statuses'
  /** Saved drafts of families (`REPORTDRAFT#…`): get, put and delete one. */
  | 'table:report-drafts'
  /** Put documents sent by families under an existing reference; cannot read any. */
  | 'table:family-papers'
  /** Read one first call. */
  | 'table:reports-read'
  /** Put the items of a submission; cannot read staff data. */
  | 'table:submit'
  /** Read one invitation's public part; write the accepted membership. */
  | 'table:invitation-accept'
  /** Read only the latest health measurement (`HEALTH`). */
  | 'table:health-read'
  /** Write the health measurement. */
  | 'table:health-write'
  /** Mark outbox items as sent and find unsent ones. */
  | 'table:outbox'
  /** Read audit entries of every organization; write their batches. */
  | 'table:audit-seal'
  /** Read audit logs and batches; write the verification progress. */
  | 'table:audit-verify'
  /** Read due deadlines of every organization; store sent reminders. */
  | 'table:remind'
  /**
   * Read submissions, saved drafts, deadlines, cases, locations and profiles; write effect markers, invitation links
   * and family codes.
   */
  | 'table:notify'
  /** Read staff profiles; write effect markers. */
  | 'table:identity';

export type Grant =
  | TableGrant
  /** Assume the role of one organization at a time, with the rights in the privilege table. */
  | 'organization-role:assume'
  | 'user-pool:create'
  | 'user-pool:admin'
  /** End a user's sessions, for the pool's own trigger. */
  | 'user-pool:sign-out'
  | 'ssn-key:encrypt'
  | 'ssn-key:decrypt'
  /** Create and decrypt keys of subjects. */
  | 'subject-key:use'
  /** Sign batches of the audit log; only the sealer may. */
  | 'audit-key:sign'
  /** Verify the signature of a batch. */
  | 'audit-key:verify'
  /** Write and read the immutable witness of the audit log outside of the table. */
  | 'audit-witness:put'
  | 'audit-witness:get'
  /** Encrypt only the API key and webhook secret of DocuSeal connections. */
  | 'partner-key:seal'
  /** Encrypt only the tokens of QuickBooks companies. */
  | 'partner-key:seal-quickbooks'
  /** Encrypt only the tokens of Google calendars. */
  | 'partner-key:seal-google'
  /** Decrypt the API key of DocuSeal. */
  | 'partner-key:open'
  /** Decrypt the tokens of QuickBooks companies. */
  | 'partner-key:open-quickbooks'
  /** Decrypt the tokens of Google accounts. */
  | 'partner-key:open-google'
  /** Decrypt only the secret that verifies a partner's webhooks. */
  | 'partner-key:open-webhook'
  /** Accept uploads into quarantine, and see whether one has arrived. */
  | 'documents:receive'
  /** Copy files from a partner into quarantine. */
  | 'documents:bring'
  /** Move clean files out of quarantine, and delete rejected ones. */
  | 'documents:clear'
  /** Store files that the product generated. */
  | 'documents:make'
  /** Read clean files and ZIP files. */
  | 'documents:read'
  /** Create ZIP files of a case's documents. */
  | 'documents:zip'
  /** Delete files. */
  | 'documents:remove'
  /** Request the scan of one file. */
  | 'malware-scan:ask'
  | `secret:${string}`
  | 'events:put'
  | 'mail:send';
