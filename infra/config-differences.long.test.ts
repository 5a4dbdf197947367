import { describe, expect, it } from 'vitest';
import { ownNamesOf } from '#tests/infra/own-names.ts';
import { replacedBy } from '#tests/infra/replacements.ts';
import { type StackName, type Synthesis, synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';
import { settingNames, stackNameOf } from './config.ts';

const { hostedZoneId, hostedZoneName, apiDomain } = everything;
/** Where the other domains can be set one by one. */
const zone = { hostedZoneId, hostedZoneName, apiDomain };
const base = await synthesize(zone, 'prod', false);

const stackNames: StackName[] = [
  'data',
  'identity',
  'edge',
  'events',
  'api',
  'routes',
  'alarms',
  'pages',
  'backups',
  'budget',
];

/** Every resource and output of a stage by where it stands, as text without the stage's own name. */
const partsOf = ({ template }: Synthesis, stage = 'prod'): Map<string, string> => {
  const [stackName = '', name = ''] = [stackNameOf({ stage }, 'Data').replace('Data', ''), `stillwater-${stage}`];
  const nameless = (part: unknown): string =>
    JSON.stringify(part)
      .replaceAll(stackName, 'Stillwater-')
      .replaceAll(name, 'stillwater')
      // As searches for metrics ask for it, and as the budget filters by its tag.
      .replaceAll(`stillwater ${stage}`, 'stillwater')
      .replaceAll(`stage$${stage}`, 'stage')
      // Tags, in both forms that CloudFormation has.
      .replaceAll(`"stage","Value":"${stage}"`, '"stage"')
      .replaceAll(`"stage":"${stage}"`, '"stage"');
  return new Map(
    stackNames.flatMap((stack) => {
      const { Resources, Outputs = {} } = template(stack);
      const resources = Object.entries(Resources).map(
        ([id, resource]) => [`${stack} ${resource.Type.replace('AWS::', '')} ${id}`, nameless(resource)] as const,
      );
      return [
        ...resources,
        ...Object.entries(Outputs).map(([id, output]) => [`${stack} output ${id}`, nameless(output)] as const),
      ];
    }),
  );
};
const parts = partsOf(base);

/** What another stage has more (`+`), less (`-`) or otherwise (`~`): the stack and the kind of each, once. */
const differences = (other: Map<string, string>): string[] => {
  const changed = [...new Set([...parts.keys(), ...other.keys()])].filter((key) => parts.get(key) !== other.get(key));
  const sign = (key: string) => (!other.has(key) ? '-' : parts.has(key) ? '~' : '+');
  return [...new Set(changed.map((key) => `${sign(key)} ${key.split(' ').slice(0, 2).join(' ')}`))].sort();
};

const exportsOf = ({ template }: Synthesis): Record<string, unknown> =>
  Object.fromEntries(
    stackNames.flatMap((stack) =>
      Object.values(template(stack).Outputs ?? {}).flatMap(({ Value, Export }) =>
        Export ? [[Export.Name, Value] as const] : [],
      ),
    ),
  );

const certified = ['+ edge CertificateManager::Certificate', '+ edge Route53::RecordSet'];
const functionsOfCalls = '~ api Lambda::Function';
const pages = '~ pages Custom::CDKBucketDeployment';

/** What each setting changes, and nothing else does: two stages whose settings are the same differ in names alone. */
const changedBy: Record<string, { to: unknown; changes: string[] }> = {
  staffDomain: {
    to: everything.staffDomain,
    changes: [
      ...certified,
      '~ edge CloudFront::Distribution',
      // Documents are sent from that site alone.
      '~ edge S3::Bucket',
      // It is the zone's apex, whose other hosts are not ours to bind.
      '~ edge CloudFront::ResponseHeadersPolicy',
      '~ edge output',
      // What asks from outside asks under the name that people use.
      '~ alarms Route53::HealthCheck',
      // Mails and the check of the origin name the site.
      ...['~ events Lambda::Function', functionsOfCalls],
    ],
  },
  intakeDomain: {
    to: everything.intakeDomain,
    changes: [
      ...[...certified, '~ edge CloudFront::Distribution', '~ edge output'],
      // Mails to families name the site.
      ...['~ events Lambda::Function', functionsOfCalls, pages],
    ],
  },
  apiDomain: {
    to: undefined,
    changes: [
      ...['- edge CertificateManager::Certificate', '- edge Route53::RecordSet'],
      ...['- routes ApiGatewayV2::ApiMapping', '- edge ApiGatewayV2::DomainName'],
      ...['~ edge ApiGatewayV2::Api', '~ edge CloudFront::Distribution', '~ edge output'],
      // Says that the API is open beside its firewall.
      '+ pages output',
    ],
  },
  mailFrom: {
    // Of a domain whose zone is not the stage's: its records are outputs.
    to: 'no-reply@loud-water.org',
    changes: [
      ...['~ identity SES::EmailIdentity', '- identity Route53::RecordSet', '+ identity output'],
      ...['~ events IAM::Policy', '~ events Lambda::Function'],
    ],
  },
  mailIdentity: {
    to: everything.mailIdentity,
    changes: ['- identity SES::EmailIdentity', '- identity Route53::RecordSet'],
  },
  dmarc: { to: everything.dmarc, changes: ['- identity Route53::RecordSet'] },
  sesSandbox: { to: everything.sesSandbox, changes: ['~ events IAM::Policy'] },
  signInMail: { to: everything.signInMail, changes: ['~ identity Cognito::UserPool'] },
  alarmMail: {
    to: 'somebody-else@quiet-water.org',
    changes: ['+ alarms SNS::Subscription', '- alarms SNS::Subscription', '~ budget Budgets::Budget'],
  },
  monthlyBudget: { to: 50, changes: ['~ budget Budgets::Budget'] },
  botCheck: {
    to: everything.botCheck,
    changes: ['~ edge CloudFront::ResponseHeadersPolicy', functionsOfCalls, pages],
  },
  botCheckSiteKey: { to: 'another-key', changes: [pages] },
  // The names of the bucket of documents and of the vault, which headers, the rule of the scans and an alarm hold.
  generation: {
    to: 2,
    changes: [
      ...['~ edge CloudFront::ResponseHeadersPolicy', '~ edge S3::Bucket', '~ events Events::Rule'],
      ...['~ alarms CloudWatch::Alarm', '~ backups Backup::BackupVault'],
    ],
  },
  backupVault: { to: everything.backupVault, changes: ['~ backups Backup::BackupPlan', '~ backups IAM::Policy'] },
  quickBooks: { to: 'sandbox', changes: ['~ events Lambda::Function', functionsOfCalls] },
  originSecretVersion: {
    to: '0198a3c2-5f0e-7c11-8a44-2f6d1b7e9c05',
    changes: ['~ edge CloudFront::Distribution'],
  },
  // Which services an organization may be connected to is known to those who ask and to the screen that offers them.
  signingHosts: { to: ['sign.quiet-water.org'], changes: ['~ events Lambda::Function', functionsOfCalls] },
  publicConcurrency: { to: everything.publicConcurrency, changes: [functionsOfCalls] },
  demonstration: { to: true, changes: [] },
};
/** The account stands in many names; a zone without domains changes nothing. */
const ofNames = ['account', 'hostedZoneId', 'hostedZoneName'];

describe('stages', () => {
  it('differ in names alone where their settings are the same', async () => {
    expect(parts.size).toBeGreaterThan(300);
    expect(differences(partsOf(await synthesize(zone, 'test', false), 'test'))).toEqual([]);
  });
});

it('is known of every setting what it changes', () => {
  expect([...Object.keys(changedBy), ...ofNames].sort()).toEqual([...settingNames].sort());
});

describe.each(Object.entries(changedBy))('the setting %s', (setting, { to, changes }) => {
  it('changes what it is about, and nothing else', async () => {
    const other = await synthesize({ ...zone, [setting]: to }, 'prod', false);
    expect(differences(partsOf(other))).toEqual([...changes].sort());
  });

  it('takes no value away that other stacks import: CloudFormation would refuse to change it', async () => {
    const other = await synthesize({ ...zone, [setting]: to }, 'prod', false);
    expect(exportsOf(other)).toMatchObject(exportsOf(base));
  });

  it('puts nothing in the place of what keeps its name: CloudFormation makes the new one first, and AWS refuses it', async () => {
    const { all } = await synthesize({ ...zone, [setting]: to }, 'prod', false);
    const before = new Map(base.all().map((one) => [`${one.stack} ${one.id}`, one]));
    const refused = all().flatMap((one) => {
      const old = before.get(`${one.stack} ${one.id}`);
      const kept = old ? ownNamesOf(old).filter((name) => ownNamesOf(one).includes(name)) : [];
      return old && kept.length ? replacedBy(old, one).map((property) => `${kept[0]}: ${property}`) : [];
    });
    expect(refused).toEqual([]);
  });
});
