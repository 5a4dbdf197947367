import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { isAllowed, organizationRoleOf, type Role, roleOf } from './roles.ts';
import { type Placed, synthesize } from './synthesis.ts';

export const org = '0197a4d2-0000-7000-8000-000000000001';
export const otherOrg = '0197a4d2-0000-7000-8000-0000000000ff';
export const id = '0197a4d2-0000-7000-8000-0000000000aa';
export const keys = keysOf(org);
export const partitions = {
  organization: keys.organization().pk,
  homes: keys.homes(),
  profiles: keys.profiles(),
  secondFactor: keys.secondFactor(id).pk,
  signIns: keys.signIns(id).pk,
  invitations: keys.invitations(),
  invited: keys.invited('somebody@example.com').pk,
  preferences: keys.preferences(id).pk,
  calendarFeeds: keys.calendarFeeds(),
  imports: keys.imports(),
  importLines: keys.importPart(id, 1).pk,
  archives: keys.archives(),
  oauthState: keys.oauthState('hash').pk,
  googleCalendar: keys.googleCalendar(),
  submission: keys.submission(id).pk,
  firstCall: keys.firstCall(id).pk,
  case: keys.caseItems(id),
  moneyDue: keys.moneyDue(id),
  facts: keys.contributions('opened', id),
  monthSums: keys.monthSums(id, '2026-03').pk,
  monthReports: keys.monthReports(),
  caseNumber: keys.caseNumber('WA-2026-0001').pk,
  numbering: keys.numbering(id, 2026).pk,
  ssn: keys.ssn(id).pk,
  subjectKey: keys.subjectKey('CASE', id).pk,
  deadline: keys.deadline(`${id}.filing`).pk,
  reminder: keys.reminder(id, 'filing', '2026-03-05').pk,
  payment: keys.payment(id).pk,
  signatureTemplates: keys.signatureTemplates(),
  envelope: keys.envelope(id).pk,
  submissionOwner: keys.submissionOwner(9001).pk,
  priceLists: keys.priceLists(id),
  managedForms: keys.managedForms(),
  checkNumber: keys.checkNumber(id).pk,
  document: keys.document(id).pk,
  papers: keys.papers(id),
  documentZip: keys.documentZip(id).pk,
  export: keys.export(id).pk,
  auditOfCase: keys.audit('CASE', id),
  auditOfSubmission: keys.audit('SUBMISSION', id),
  auditBatches: keys.auditBatch(1).pk,
  auditHead: keys.auditHead().pk,
  auditVerified: keys.auditVerified().pk,
  auditLate: keys.auditLate('position').pk,
  auditTrail: keys.auditTrail(`CASE#${id}`).pk,
  outbox: keys.outbox(id, id).pk,
  effect: keys.effect(id, 'mail').pk,
  partner: keys.partnerStatus('ses').pk,
  connection: keys.connection('docuseal').pk,
  booksConnection: keys.connection('quickbooks').pk,
  accounting: keys.accounting('SETTINGS').pk,
  heard: keys.heard('docuseal').pk,
  webhook: sharedKeys.webhook('token').pk,
  list: keys.listView('submissions', 'created'),
  shared: keys.shared('submissions'),
  caller: keys.caller('hash').pk,
  customer: keys.customerItems(id),
  tokens: keys.tokens('submissions', 'smith'),
  idempotency: keys.idempotency('hash').pk,
  subject: sharedKeys.subject(id).pk,
  addressLook: sharedKeys.addressLook('whitcombames').pk,
  slug: sharedKeys.slug('whitcomb-ames').pk,
  homeCard: sharedKeys.homeCard(id).pk,
  reportStatus: sharedKeys.reportStatus('R-7K3M-9QTX').pk,
  reportDraft: sharedKeys.reportDraft('0197a4d2-0000-7000-8000-0000000000aa').pk,
  publicIdempotency: sharedKeys.publicIdempotency('hash').pk,
  invitationLink: sharedKeys.invite('hash').pk,
  feedAddress: sharedKeys.feedAddress('hash').pk,
  health: sharedKeys.health.pk,
  rate: sharedKeys.rate('limit', 'caller', '0').pk,
} as const;
export type Partition = keyof typeof partitions;
export const everyPartition = Object.keys(partitions) as Partition[];

export const synthesis = await synthesize();
export const { all, flat } = synthesis;
export const names = Object.keys(functions) as FunctionName[];
const roles = new Map<FunctionName, Role>(names.map((name) => [name, roleOf(synthesis, name)]));
export const role = (name: FunctionName): Role => roles.get(name) as Role;
export const disclosing = names.filter((name) => 'inOrganization' in functions[name]);
const organizationRoles = new Map(disclosing.map((name) => [name, organizationRoleOf(synthesis, name)]));
export const inOrganization = (name: FunctionName): Role => organizationRoles.get(name) as Role;
export const arnOf = ({ placed }: Role): string => `${placed.stack}.${placed.id}.Arn`;

export const only = (type: string, chosen: (resource: Placed) => boolean = () => true): Placed => {
  const [found, ...others] = all(type).filter(chosen);
  if (!found || others.length) throw new Error(`not exactly one ${type}`);
  return found;
};
export const ssnKey = only('AWS::KMS::Key', ({ Properties }) => Properties.Description === 'Social Security numbers');
export const ssnKeyArn = `${ssnKey.stack}.${ssnKey.id}.Arn`;
export const subjectKey = only('AWS::KMS::Key', ({ id: logicalId }) => logicalId.startsWith('SubjectKey'));
export const subjectKeyArn = `${subjectKey.stack}.${subjectKey.id}.Arn`;
export const partnerKey = only('AWS::KMS::Key', ({ id: logicalId }) => logicalId.startsWith('PartnerKey'));
export const partnerKeyArn = `${partnerKey.stack}.${partnerKey.id}.Arn`;
export const table = only('AWS::DynamoDB::GlobalTable');
export const tableArn = `${table.stack}.${table.id}.Arn`;
export const index = (name: string): string => `${tableArn}/index/${name}`;

export const reached = (name: FunctionName, actions: readonly string[]): Partition[] =>
  everyPartition.filter((partition) =>
    actions.some((action) =>
      isAllowed(role(name), `dynamodb:${action}`, tableArn, { leadingKeys: [partitions[partition]] }),
    ),
  );
export const reads = ['GetItem', 'BatchGetItem', 'Query'];
export const changes = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete'];
