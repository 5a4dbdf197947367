import { describe, expect, it } from 'vitest';
import { ownNamesOf } from '#tests/infra/own-names.ts';
import { replacedBy } from '#tests/infra/replacements.ts';
import { type StackName, type Synthesis, synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';
import { settingNames, stackNameOf } from './config.ts';

const { hostedZoneId, hostedZoneName, apiDomain } = everything;
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

/** Returns every resource and output of a stage by its place, as text without the stage's name. */
const partsOf = ({ template }: Synthesis, stage = 'prod'): Map<string, string> => {
  const [stackName = '', name = ''] = [stackNameOf({ stage }, 'Data').replace('Data', ''), `stillwater-${stage}`];
  const nameless = (part: unknown): string =>
    JSON.stringify(part)
      .replaceAll(stackName, 'Stillwater-')
      .replaceAll(name, 'stillwater')
      // Metric searches and the budget's tag filter contain the stage name.
      .replaceAll(`stillwater ${stage}`, 'stillwater')
      .replaceAll(`stage$${stage}`, 'stage')
      // CloudFormation writes tags in two forms.
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

/** Returns what another stage adds (`+`), removes (`-`) or changes (`~`), by stack and kind. */
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

const changedBy: Record<string, { to: unknown; changes: string[] }> = {
  staffDomain: {
    to: everything.staffDomain,
    changes: [
      ...certified,
      '~ edge CloudFront::Distribution',
      // Only this site uploads documents.
      '~ edge S3::Bucket',
      // The domain is the zone's apex, so HSTS must not include its subdomains.
      '~ edge CloudFront::ResponseHeadersPolicy',
      '~ edge output',
      // The health check uses the public host name.
      '~ alarms Route53::HealthCheck',
      // Emails and the origin check name the site.
      ...['~ events Lambda::Function', functionsOfCalls],
    ],
  },
  intakeDomain: {
    to: everything.intakeDomain,
    changes: [
      ...[...certified, '~ edge CloudFront::Distribution', '~ edge output'],
      // Emails to families name the site.
      ...['~ events Lambda::Function', functionsOfCalls, pages],
    ],
  },
  apiDomain: {
    to: undefined,
    changes: [
      ...['- edge CertificateManager::Certificate', '- edge Route53::RecordSet'],
      ...['- routes ApiGatewayV2::ApiMapping', '- edge ApiGatewayV2::DomainName'],
      ...['~ edge ApiGatewayV2::Api', '~ edge CloudFront::Distribution', '~ edge output'],
      // Warns that the API can be reached without its firewall.
      '+ pages output',
    ],
  },
  mailFrom: {
    // The domain is outside the stage's zone, so its records become outputs.
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
  // Headers, the scan rule, an alarm and the plan contain the names of the bucket and the vault.
  generation: {
    to: 2,
    changes: [
      ...['~ edge CloudFront::ResponseHeadersPolicy', '~ edge S3::Bucket', '~ events Events::Rule'],
      ...['~ alarms CloudWatch::Alarm', '~ backups Backup::BackupPlan', '~ backups Backup::BackupVault'],
    ],
  },
  backupVault: { to: everything.backupVault, changes: ['~ backups Backup::BackupPlan', '~ backups IAM::Policy'] },
  quickBooks: { to: 'sandbox', changes: ['~ events Lambda::Function', functionsOfCalls] },
  originSecretVersion: {
    to: '0198a3c2-5f0e-7c11-8a44-2f6d1b7e9c05',
    changes: ['~ edge CloudFront::Distribution'],
  },
  // Workers and the connection screen know the allowed services.
  signingHosts: { to: ['sign.quiet-water.org'], changes: ['~ events Lambda::Function', functionsOfCalls] },
  publicConcurrency: { to: everything.publicConcurrency, changes: [functionsOfCalls] },
  demonstration: { to: true, changes: [] },
};
/** Many names contain the account; a zone without domains changes nothing. */
const ofNames = ['account', 'hostedZoneId', 'hostedZoneName'];

describe('stages', () => {
  it('differ only in names when their settings are the same', async () => {
    expect(parts.size).toBeGreaterThan(300);
    expect(differences(partsOf(await synthesize(zone, 'test', false), 'test'))).toEqual([]);
  });
});

it('lists the changes of every setting', () => {
  expect([...Object.keys(changedBy), ...ofNames].sort()).toEqual([...settingNames].sort());
});

describe.each(Object.entries(changedBy))('the setting %s', (setting, { to, changes }) => {
  it('changes only what it is about', async () => {
    const other = await synthesize({ ...zone, [setting]: to }, 'prod', false);
    expect(differences(partsOf(other))).toEqual([...changes].sort());
  });

  it('removes no export that other stacks import, which CloudFormation rejects', async () => {
    const other = await synthesize({ ...zone, [setting]: to }, 'prod', false);
    expect(exportsOf(other)).toMatchObject(exportsOf(base));
  });

  it('replaces no resource with a fixed name, which AWS rejects', async () => {
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
