/** Privileges of a Lambda function, listed in infra/functions.ts and turned into IAM statements by infra/constructs. */
export type TableGrant =
  | 'table:session'
  /** Check at a commit that the actor is still allowed. */
  | 'table:actor-check'
  | 'table:limits'
  | 'table:replays'
  | 'table:public-replays'
  /** Put audit entries; no role may change or delete one. */
  | 'table:audit-write'
  /** Read the keys that encrypt audit entries about people, and put the first. */
  | 'table:subject-keys'
  /** Find deleted records whose audit entries still hold personal data, and destroy their keys. */
  | 'table:forget'
  | 'table:audit-read'
  | 'table:audit-prove'
  | 'table:outbox-write'
  /** Read lists: rows, counters, search tokens and shared values. Only the projector writes them. */
  | 'table:lists'
  | 'table:home-names'
  | 'table:project'
  | 'table:submissions'
  | 'table:submission-rows'
  | 'table:first-calls'
  | 'table:cases'
  | 'table:care'
  /** Events without a case, resources, shifts and run sheets; events of cases by their start. */
  | 'table:day'
  | 'table:day-read'
  | 'table:tasks'
  /** Read what changed lately, without the encrypted values. */
  | 'table:recent-changes'
  /** Read custody, documents and signature requests of a case. */
  | 'table:task-facts'
  | 'table:customers'
  | 'table:case-rows'
  | 'table:records-read'
  | 'table:case-attachments'
  | 'table:deadlines'
  | 'table:payments'
  | 'table:payments-read'
  | 'table:figures'
  /** Stored figures of finished months; the organization's name, and whether its owners were notified. */
  | 'table:month-reports'
  | 'table:month-reports-read'
  | 'table:statements'
  | 'table:price-lists'
  | 'table:price-lists-read'
  | 'table:managed-forms'
  | 'table:printed'
  | 'table:check-number-write'
  | 'table:cases-read'
  | 'table:signature-templates'
  | 'table:signature-templates-read'
  | 'table:signed-papers'
  | 'table:envelopes'
  | 'table:envelopes-read'
  | 'table:check-number-read'
  | 'table:documents'
  | 'table:documents-read'
  | 'table:document-zips'
  | 'table:documents-due'
  | 'table:connections'
  | 'table:connections-read'
  | 'table:connection-tokens'
  | 'table:accounting'
  | 'table:accounting-read'
  /** Read the posted entries of cases, and the QuickBooks circuit. */
  | 'table:accounting-work'
  | 'table:webhooks'
  | 'table:submission-owners'
  | 'table:statements-read'
  | 'table:signing-effects'
  | 'table:envelopes-due'
  | 'table:envelopes-open'
  | 'table:exports'
  | 'table:organization'
  | 'table:members-read'
  | 'table:calendar-feeds'
  /** Find a link by its secret address (`FEED#…`): only GetItem. */
  | 'table:feed-addresses'
  | 'table:calendar-feeds-read'
  | 'table:imports'
  | 'table:archives'
  | 'table:archive-read'
  | 'table:oauth-states'
  | 'table:google-calendar'
  | 'table:google-sync'
  | 'table:google-clock'
  | 'table:team'
  | 'table:mail-problems'
  /** Store since when sessions count, and nothing else in a profile. */
  | 'table:end-sessions'
  /** The member of a sign-in, and their attempts since the last success. */
  | 'table:sign-ins'
  | 'table:second-factor'
  /** Put SSN ciphertexts; deleting needs another privilege. */
  | 'table:ssn-put'
  | 'table:ssn-delete'
  | 'table:ssn-read'
  /** Only GetItem of public addresses and profiles (`SLUG#…`, `CARD#…`). */
  | 'table:home-cards'
  /** Only GetItem of first-call statuses (`STATUS#…`). */
  | 'table:report-statuses'
  /** Saved drafts of families (`REPORTDRAFT#…`): get, put and delete one. */
  | 'table:report-drafts'
  /** Put documents sent by families under an existing reference; cannot read any. */
  | 'table:family-papers'
  | 'table:reports-read'
  /** Put the items of a submission; cannot read staff data. */
  | 'table:submit'
  /** Read one invitation's public part; write the accepted membership. */
  | 'table:invitation-accept'
  | 'table:health-read'
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
   * Read submissions, drafts, deadlines, cases and profiles; write effect markers, invitation links and family codes.
   */
  | 'table:notify'
  | 'table:identity';

export type Grant =
  | TableGrant
  /** Assume the role of one organization at a time, with the rights in the privilege table. */
  | 'organization-role:assume'
  | 'user-pool:create'
  | 'user-pool:admin'
  | 'user-pool:sign-out'
  | 'ssn-key:encrypt'
  | 'ssn-key:decrypt'
  | 'subject-key:use'
  /** Sign batches of the audit log; only the sealer may. */
  | 'audit-key:sign'
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
  | 'partner-key:open'
  | 'partner-key:open-quickbooks'
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
  | 'documents:read'
  | 'documents:zip'
  | 'documents:remove'
  | 'malware-scan:ask'
  | `secret:${string}`
  | 'events:put'
  | 'mail:send';
