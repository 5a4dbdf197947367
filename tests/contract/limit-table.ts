import type { RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { EndpointName } from '#tests/support/calls/examples.ts';

/** `30 in 60 s by user` */
export const limitText = ({ max, seconds, by, counts, sharedCounter: together, unlessQuery }: RateLimit): string =>
  [
    `${max} in ${seconds} s by ${by}`,
    ...(counts ? [counts] : []),
    ...(together ? [`with ${together}`] : []),
    ...(unlessQuery ? [`not with ${unlessQuery}`] : []),
  ].join(', ');

const familyCodes = '30 in 60 s by ip, with family codes';
const draftMails = '10 in 3600 s by address, with draft mails';
const report = ['60 in 600 s by ip', '5 in 600 s by ip, accepted', '60 in 3600 s by home'];
/** 20 in an hour per organization, three in a day per address (ADR 0035). */
const invitation = [
  '20 in 3600 s by organization, accepted, with invitation mails',
  '3 in 86400 s by recipient, accepted, with invitation mails',
  '9 in 86400 s by address, accepted, with invitation mails',
];
/** 60 in an hour per organization, ten in a day per address (ADR 0035). */
const familyMail = [
  '10 in 60 s by user',
  '60 in 3600 s by organization, accepted, with family mails',
  '10 in 86400 s by recipient, accepted, with family mails',
  '30 in 86400 s by address, accepted, with family mails',
];
/** 60 in an hour per organization (ADR 0035). */
const signatureRequest = ['60 in 3600 s by organization, accepted, with signature requests'];
const paper = ['60 in 60 s by user'];
const toGoogleOrQuickBooks = ['20 in 300 s by user'];
const books = ['60 in 60 s by user'];

/**
 * Every limit of every call, by hand from the quality list, the decisions (ADR) and docs/security.md. An unlisted call
 * has none.
 */
export const limitTable: Partial<Record<EndpointName, readonly string[]>> = {
  'ssn.retrieve': ['30 in 60 s by user'],
  'ssn.checkNumber': ['30 in 60 s by user'],
  'money-to-come.policyNumber': ['30 in 60 s by user'],
  'cases.export': ['10 in 60 s by user'],
  'cases.exportRows': ['10 in 60 s by user, not with cursor'],
  'customers.export': ['10 in 60 s by user, not with cursor'],
  'insight.export': ['10 in 60 s by user'],
  'accounting.exportReconciliation': ['10 in 60 s by user'],
  'documents.zip': ['10 in 60 s by user'],
  'intake.submit': report,
  'intake.inquire': report,
  'intake.funeralHome': ['120 in 60 s by ip'],
  'intake.checkStatus': [familyCodes],
  'intake.confirmFacts': [familyCodes],
  'intake.addPaper': [familyCodes, '60 in 3600 s by ip, accepted', '20 in 86400 s by address'],
  'intake.keepDraft': ['60 in 600 s by ip', '10 in 600 s by ip, accepted', draftMails],
  'intake.askDraftCode': [familyCodes, draftMails],
  'intake.openDraft': [familyCodes],
  'intake.forgetDraft': [familyCodes],
  'invitations.get': ['20 in 60 s by ip'],
  'invitations.accept': ['10 in 60 s by ip'],
  'calendar-file.get': ['300 in 60 s by ip'],
  'team.invite': invitation,
  'team.resendInvitation': invitation,
  'family-pages.open': familyMail,
  'family-pages.sendReview': familyMail,
  'signature-envelopes.create': signatureRequest,
  'signature-envelopes.createMulti': signatureRequest,
  'signature-envelopes.send': signatureRequest,
  'signature-envelopes.resend': ['30 in 300 s by user'],
  'signature-envelopes.bulkResend': ['10 in 300 s by user'],
  'gates.override': ['30 in 300 s by user'],
  'care.move': ['300 in 300 s by user'],
  'care.count': ['30 in 300 s by user'],
  'tasks.create': ['300 in 300 s by user'],
  'tasks.update': ['300 in 300 s by user'],
  'tasks.remove': ['300 in 300 s by user'],
  'tasks.complete': ['300 in 300 s by user'],
  'tasks.reopen': ['300 in 300 s by user'],
  'tasks.comment': ['300 in 300 s by user'],
  'cases.update': ['600 in 300 s by user'],
  'cases.cancel': ['600 in 300 s by user'],
  'cases.reopen': ['600 in 300 s by user'],
  'case-events.create': ['300 in 300 s by user'],
  'case-events.update': ['300 in 300 s by user'],
  'case-events.remove': ['300 in 300 s by user'],
  'day.createOffice': ['300 in 300 s by user'],
  'day.updateOffice': ['300 in 300 s by user'],
  'day.removeOffice': ['300 in 300 s by user'],
  'insight.sendMonth': ['10 in 3600 s by user'],
  'account.updatePassword': ['5 in 300 s by user'],
  'account.confirmSecondFactor': ['30 in 300 s by user'],
  'account.signOutEverywhere': ['10 in 300 s by user'],
  'team.resetAuthenticator': ['10 in 60 s by user'],
  'archives.ask': ['5 in 3600 s by user'],
  'archives.download': ['20 in 3600 s by user'],
  'privacy.deletedRecords': ['30 in 60 s by user'],
  'privacy.forget': ['30 in 3600 s by user'],
  'cases.verifyAuditLog': ['20 in 60 s by user'],
  'imports.begin': ['30 in 3600 s by user'],
  'calendar-feeds.create': ['20 in 3600 s by user'],
  'signature-envelopes.downloadAll': ['120 in 60 s by user'],
  'paper.receipt': paper,
  'paper.depositReceipt': paper,
  'paper.firstCall': paper,
  'paper.case': paper,
  'paper.statement': paper,
  'paper.worksheet': paper,
  'paper.cremationPacket': paper,
  'paper.labels': paper,
  'paper.tags': paper,
  'paper.chain': paper,
  'paper.custodyReceipt': paper,
  'paper.effectsList': paper,
  'paper.effectReceipt': paper,
  'paper.monthReport': paper,
  'paper.runSheet': paper,
  'paper.priceList': paper,
  'accounting.authUrl': toGoogleOrQuickBooks,
  'accounting.exchange': toGoogleOrQuickBooks,
  'accounting.accounts': books,
  'accounting.invoices': books,
  'accounting.overview': books,
  'accounting.reconciliation': books,
  'accounting.settings': books,
  'accounting.saveSettings': books,
  'accounting.trigger': ['10 in 600 s by organization, accepted'],
  'accounting.previewSync': ['20 in 600 s by organization, accepted'],
  'calendar-integration.auth': toGoogleOrQuickBooks,
  'calendar-integration.callback': toGoogleOrQuickBooks,
  'calendar-integration.setupWatch': toGoogleOrQuickBooks,
  'calendar-integration.sync': ['10 in 600 s by organization, accepted'],
  'signing-connection.connect': ['20 in 300 s by user'],
  'signing-connection.health': ['60 in 60 s by user'],
  'accounting-webhooks.received': ['1200 in 60 s by ip'],
  'google-webhooks.received': ['600 in 60 s by ip'],
  'signing-webhooks.received': ['600 in 60 s by ip'],
};
