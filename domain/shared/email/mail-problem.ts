/** Why an email accepted by SES was not delivered. */
export const mailProblems = ['no_mailbox', 'not_taken', 'complaint', 'rejected', 'delayed'] as const;
export type MailProblem = (typeof mailProblems)[number];

/** SES retries for 14 hours, then reports a bounce. */
export const maxDelayHours = 14;

export const mailProblemText: Readonly<Record<MailProblem, string>> = {
  no_mailbox: 'The email came back: this address does not exist, or takes no email.',
  not_taken: 'The email came back: the recipient’s mail server did not take it. The mailbox may be full.',
  complaint: 'The recipient marked the email as spam. No further email reaches them.',
  rejected: 'The email was not sent: it was held to be harmful.',
  delayed:
    'The email has not arrived yet: the recipient’s mail server does not take it at the moment. It is being tried again.',
};
