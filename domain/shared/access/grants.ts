/**
 * The words of privilege: what a Lambda function may do. Handlers' needs imply them, the privilege table
 * (infra/functions.ts) lists them per function, infra/constructs/grants.ts turns each into statements with exact
 * resources and leading keys.
 */
export type TableGrant =
  /** Find out who is calling: sign-in, profile, the organization's rule for signing in, whether it is met. */
  | 'table:session'
  /** Check at a commit that whoever acts still may. */
  | 'table:actor-check'
  /** Count calls against their limits. */
  | 'table:limits'
  /** Remember answers under a caller's Idempotency-Key, of members of staff. */
  | 'table:replays'
  /** The same for callers without a sign-in. */
  | 'table:public-replays'
  /** Put audit entries; nobody may change or delete one. */
  | 'table:audit-write'
  /** The keys under which entries about people rest: read them, put the first. */
  | 'table:subject-keys'
  /** Find deleted records whose entries still say something of people, and destroy the keys of those. */
  | 'table:forget'
  | 'table:audit-read'
  /** Read audit entries and the batches that seal them, to verify one record's trail. */
  | 'table:audit-prove'
  /** Put events to announce. */
  | 'table:outbox-write'
  /** Read lists: their rows, trees and search tokens, and who shares a value. The projector alone writes them. */
  | 'table:lists'
  /** What the homes of the organization are called. */
  | 'table:home-names'
  /** Read records; write what is derived from them. */
  | 'table:project'
  | 'table:submissions'
  | 'table:first-calls'
  | 'table:cases'
  | 'table:customers'
  /** Read cases as lists show them, many at once. */
  | 'table:case-rows'
  /** Read records of lists as lists show them, and whether a case is there. */
  | 'table:records-read'
  /** Whether a case has documents or papers to sign. */
  | 'table:case-attachments'
  /** Read deadlines as their list found them. */
  | 'table:deadlines'
  /** Payments, the ledgers that name them, and receipt numbers. */
  | 'table:payments'
  /** Read entries of ledgers. */
  | 'table:payments-read'
  /** Sums of what records say of days, and the facts behind them. */
  | 'table:figures'
  /** The sums alone, which name nobody. */
  /** Figures of months as they were when these were over; the organization's name, and whether its owners are told. */
  | 'table:month-reports'
  | 'table:month-reports-read'
  /** Finalized Statements, who accepted them, and their numbers. */
  | 'table:statements'
  /** The versions of homes' price lists. */
  | 'table:price-lists'
  /** Read versions of homes' price lists. */
  | 'table:price-lists-read'
  /** The forms of homes, and what of them is open to the public. */
  | 'table:managed-forms'
  /** Read what papers are made of: cases, first calls, payments and the ledgers that name them, Statements, price lists. */
  | 'table:printed'
  /** Put and delete ciphertexts of check numbers. */
  | 'table:check-number-write'
  /** Read cases whole, and the customers they name. */
  | 'table:cases-read'
  /** Templates of papers to sign. */
  | 'table:signature-templates'
  /** Read templates of papers to sign. */
  | 'table:signature-templates-read'
  /** Envelopes, which of them a case has, and whose a submission at DocuSeal is. */
  | 'table:envelopes'
  /** Read one envelope, and whose a submission at DocuSeal is. */
  | 'table:envelopes-read'
  /** Read payments and ciphertexts of check numbers. */
  | 'table:check-number-read'
  /** Documents, which of them a case has, and files of all of them. */
  | 'table:documents'
  /** Read one document, or how far a file of all of them is. */
  | 'table:documents-read'
  /** Have a file made of several documents. */
  | 'table:document-zips'
  /** Find documents about which something is to be done by now. */
  | 'table:documents-due'
  /** Connections to partners with what they are told by webhooks, and whether the partner may be asked. */
  | 'table:connections'
  /** Read a connection to a partner. */
  | 'table:connections-read'
  /** Read a connection to a partner, and keep its tokens when they were refreshed. */
  | 'table:connection-tokens'
  /** How money is booked, and what was read of the books a moment ago. */
  | 'table:accounting'
  /** Read how money is booked, and what was sent. */
  | 'table:accounting-read'
  /** Read what of cases is booked, and whether QuickBooks may be asked. */
  | 'table:accounting-work'
  /** Find whose a webhook is, and note what it brought. */
  | 'table:webhooks'
  /** Which envelope a submission of DocuSeal belongs to. */
  | 'table:submission-owners'
  /** Read finalized Statements. */
  | 'table:statements-read'
  /** What the worker for e-signatures has done at DocuSeal, and whether DocuSeal may be asked. */
  | 'table:signing-effects'
  /** Find envelopes about which DocuSeal is to be asked by now, and note that it is. */
  | 'table:envelopes-due'
  /** Find open envelopes, and note up to which of them reminders have come. */
  | 'table:envelopes-open'
  /** Remember exports that began. */
  | 'table:exports'
  /** Organization, homes with their public cards, preferences. */
  | 'table:organization'
  /** Read a member's profile. */
  | 'table:members-read'
  /** Calendar links and their secret addresses. */
  | 'table:calendar-feeds'
  /** Find the link of one secret address (`FEED#…`): GetItem alone. */
  | 'table:feed-addresses'
  /** Read calendar links. */
  | 'table:calendar-feeds-read'
  /** Imports from another system, with their lines. */
  | 'table:imports'
  /** Archives of everything: who asked for which, and how far they are. */
  | 'table:archives'
  /** Read everything that goes into one. */
  | 'table:archive-read'
  /** Sign-ins at partners that are under way. */
  | 'table:oauth-states'
  /** What an organization chose about Google Calendar, and what was heard of it. */
  | 'table:google-calendar'
  /** Bring cases to Google Calendar: read them, note what stands there. */
  | 'table:google-sync'
  /** Have what changed at Google looked at: read who is connected. */
  | 'table:google-clock'
  /** Members and invitations. */
  | 'table:team'
  /** What came back of the mails to staff and families. */
  | 'table:mail-problems'
  /** Note since when sessions count, and nothing else of a profile. */
  | 'table:end-sessions'
  /** Whose sign-in it is, and how many were begun since the last that succeeded. */
  | 'table:sign-ins'
  /** In which sign-ins a second factor was seen. */
  | 'table:second-factor'
  /** Put SSN ciphertexts; to delete them is a word of its own. */
  | 'table:ssn-put'
  | 'table:ssn-delete'
  /** Read cases and SSN ciphertexts. */
  | 'table:ssn-read'
  /** GetItem on public addresses and home cards (`SLUG#…`, `CARD#…`) alone. */
  | 'table:home-cards'
  /** GetItem on statuses of reports (`STATUS#…`) alone. */
  | 'table:report-statuses'
  /** Reports that families go on with later (`REPORTDRAFT#…`): read one, put it, take it away. */
  | 'table:report-drafts'
  /** Put papers that families send, under a reference that is there: no read of any. */
  | 'table:family-papers'
  /** Read one report. */
  | 'table:reports-read'
  /** Put what a submission writes: no read of staff data. */
  | 'table:submit'
  /** Read one invitation's public card; write the membership that accepting it gives. */
  | 'table:invitation-accept'
  /** Read how the product itself was when somebody last looked (`HEALTH`), and nothing else. */
  | 'table:health-read'
  /** Note it. */
  | 'table:health-write'
  /** Mark outbox items as sent and find unsent ones. */
  | 'table:outbox'
  /** Read audit entries of every organization; write the batches that seal them. */
  | 'table:audit-seal'
  /** Read audit trails and their batches; write how far they were verified. */
  | 'table:audit-verify'
  /** Read what is due in every organization; note whose owners are reminded. */
  | 'table:remind'
  /**
   * Read submissions, reports that families go on with, deadlines, cases, homes and staff profiles; write effect
   * markers, the links of invitations and the codes of families.
   */
  | 'table:notify'
  /** Read staff profiles; write effect markers. */
  | 'table:identity';

export type Grant =
  | TableGrant
  /** Act for one organization at a time, with the rights that the privilege table lists for that. */
  | 'organization-role:assume'
  | 'user-pool:create'
  | 'user-pool:admin'
  /** End a user's sessions, for the pool's own trigger. */
  | 'user-pool:sign-out'
  | 'ssn-key:encrypt'
  | 'ssn-key:decrypt'
  /** Make and open keys of subjects. */
  | 'subject-key:use'
  /** Sign the batches of the audit trail: the sealer alone. */
  | 'audit-key:sign'
  /** Find out whether a batch of the audit trail was signed. */
  | 'audit-key:verify'
  /** Keep outside of the table, unchangeably, how far the audit trail was sealed; and read it. */
  | 'audit-witness:put'
  | 'audit-witness:get'
  /** Seal the key and the secret of connections to DocuSeal, and nothing else of a connection. */
  | 'partner-key:seal'
  /** Seal the tokens of companies at QuickBooks, and nothing else of a connection. */
  | 'partner-key:seal-quickbooks'
  /** Seal the tokens of calendars at Google, and nothing else of a connection. */
  | 'partner-key:seal-google'
  /** Open what DocuSeal is asked with. */
  | 'partner-key:open'
  /** Open the tokens of companies at QuickBooks. */
  | 'partner-key:open-quickbooks'
  /** Open the tokens of accounts at Google. */
  | 'partner-key:open-google'
  /** Open the secret that proves a partner's webhooks, and nothing else of a connection. */
  | 'partner-key:open-webhook'
  /** Take files in, apart from those that are known to be clean, and see whether one has arrived. */
  | 'documents:receive'
  /** Bring what a partner holds to the quarantine. */
  | 'documents:bring'
  /** Move what was found clean to where it is served from, and take away what was not kept. */
  | 'documents:clear'
  /** Keep what the product made itself. */
  | 'documents:make'
  /** Read what is clean, and files of all documents of a case. */
  | 'documents:read'
  /** Make files of all documents of a case. */
  | 'documents:zip'
  /** Take files away. */
  | 'documents:remove'
  /** Ask for a scan of one file. */
  | 'malware-scan:ask'
  /** Read one secret. */
  | `secret:${string}`
  | 'events:put'
  | 'mail:send';
