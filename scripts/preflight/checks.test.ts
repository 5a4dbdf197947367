import { describe, expect, it } from 'vitest';
import { configOf } from '#infra/config.ts';
import { publicFunctions } from '#infra/routes.ts';
import { requiredSettings } from '#tests/infra/synthesis.ts';
import { accountOf, type Clients, type PlainCall } from './account.ts';
import { type Asked, preflight } from './checks.ts';

const zoned = { ...requiredSettings, hostedZoneId: 'Z0000000000000000000', hostedZoneName: 'quiet-water.org' };
const named = (name: string, message = name): Error => Object.assign(new Error(message), { name });
const failing = (name: string, message?: string) => () => {
  throw named(name, message);
};

const ready: Record<string, unknown> = {
  getCallerIdentity: { Account: '123456789012' },
  describeStacks: ({ StackName }: { StackName: string }) => {
    if (StackName !== 'CDKToolkit') throw named('ValidationError', `Stack with id ${StackName} does not exist`);
    return { Stacks: [{ Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '27' }] }] };
  },
  getAccount: { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  getEmailIdentity: failing('NotFoundException'),
  getAccountSettings: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } },
  getFunctionConcurrency: failing('ResourceNotFoundException'),
  getAccountPlanState: { accountPlanType: 'PAID' },
  describeBudgets: { Budgets: [] },
  listCostAllocationTags: { CostAllocationTags: [] },
  listDistributions: { DistributionList: { Items: [{ Id: 'E1' }] } },
};
/** Returns an account with this unreserved concurrency and the stage's own reservations. */
const reserving = (UnreservedConcurrentExecutions: number, own: (functionName: string) => number | undefined) => ({
  getAccountSettings: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions } },
  getFunctionConcurrency: ({ FunctionName }: { FunctionName: string }) => ({
    ReservedConcurrentExecutions: own(FunctionName),
  }),
});
const [newest = ''] = publicFunctions().map((name) => `stillwater-prod-${name}`);
const stack = (name: string, StackStatus: string) => (input: { StackName: string }) =>
  input.StackName === name ? { Stacks: [{ StackStatus }] } : (ready.describeStacks as (of: object) => object)(input);
const toolkit =
  (more: object) =>
  ({ StackName }: { StackName: string }) =>
    StackName === 'CDKToolkit' ? { Stacks: [more] } : (ready.describeStacks as (of: object) => object)({ StackName });

interface Situation {
  settings?: object;
  answers?: Record<string, unknown>;
  servers?: string[];
  texts?: string[];
  probe?: boolean;
}
const asked = ({
  settings = {},
  answers = {},
  servers = ['ns-1.awsdns-01.org'],
  texts = [],
  probe = false,
}: Situation): Asked => {
  const all = { ...ready, ...answers };
  const client = {
    async send(command: { constructor: { name: string }; input: object }) {
      const answer =
        all[command.constructor.name.replace(/^\w/, (first) => first.toLowerCase()).replace('Command', '')];
      return typeof answer === 'function' ? answer(command.input) : answer;
    },
  };
  const clients = {
    ...Object.fromEntries(['sts', 'cloudFormation', 'ses', 'lambda', 'cloudFront'].map((name) => [name, client])),
    async plain({ target, input }: PlainCall) {
      const answer = all[target.replace(/^.*\.(\w)/, (_, first: string) => first.toLowerCase())];
      return typeof answer === 'function' ? answer(input) : answer;
    },
  } as Clients;
  return {
    config: configOf('prod', { ...zoned, account: '123456789012', ...settings }),
    account: accountOf(clients, async () => {}),
    nameServers: async () => servers,
    texts: async () => texts,
    probe,
  };
};
const found = async (situation: Situation, about: string) =>
  (await preflight(asked(situation))).find((finding) => finding.about === about);

describe('preflight', () => {
  it('finds nothing missing in a ready account', async () => {
    const settings = { backupVault: 'arn:aws:backup:us-west-2:210987654321:backup-vault:stillwater' };
    expect((await preflight(asked({ settings }))).map(({ about, state }) => `${about} ${state}`)).toEqual(
      [
        'Account',
        'CDK',
        'Stacks',
        'CloudFront',
        'Mail',
        'Sender',
        'Functions',
        'Zone',
        'DMARC',
        'Plan',
        'Budgets',
        'Cost tag',
        'Copies',
      ].map((one) => `${one} good`),
    );
  });

  const verified = () => ({ VerifiedForSendingStatus: true });
  it.each<[string, string, Situation, string]>([
    ['credentials of another account', 'Account', { settings: { account: '999999999999' } }, 'belongs to 999999999999'],
    [
      'no bootstrap',
      'CDK',
      {
        answers: {
          describeStacks: failing('ValidationError', 'Stack with id any does not exist'),
        },
      },
      'npx cdk bootstrap aws://123456789012/us-east-1',
    ],
    [
      'an old bootstrap',
      'CDK',
      {
        answers: { describeStacks: toolkit({ Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '5' }] }) },
      },
      'version 5',
    ],
    [
      'a bootstrap under a key of its own',
      'CDK',
      {
        answers: {
          describeStacks: toolkit({
            Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '27' }],
            Parameters: [{ ParameterKey: 'FileAssetsBucketKmsKeyId', ParameterValue: 'arn:aws:kms:x' }],
          }),
        },
      },
      '--bootstrap-customer-key',
    ],
    [
      'a stack whose creation failed',
      'Stacks',
      { answers: { describeStacks: stack('Stillwater-prod-Data', 'ROLLBACK_COMPLETE') } },
      'Stillwater-prod-Data is ROLLBACK_COMPLETE: delete what failed',
    ],
    [
      'a stack in use whose update was not removed',
      'Stacks',
      { answers: { describeStacks: stack('Stillwater-prod-Data', 'UPDATE_ROLLBACK_FAILED') } },
      'must not be deleted. aws cloudformation continue-update-rollback --stack-name Stillwater-prod-Data',
    ],
    [
      'SES in its sandbox',
      'Mail',
      { answers: { getAccount: { ProductionAccessEnabled: false, SendingEnabled: true } } },
      'nobody could be invited',
    ],
    ['SES switched off', 'Mail', { answers: { getAccount: { SendingEnabled: false } } }, 'switched sending off'],
    [
      'a sender whose domain another stage has',
      'Sender',
      { answers: { getEmailIdentity: verified } },
      '"mailIdentity": "existing"',
    ],
    ['a domain that should exist and does not', 'Sender', { settings: { mailIdentity: 'existing' } }, 'not there'],
    [
      'sign-in mail from a domain that nobody has verified',
      'Sender',
      { settings: { signInMail: 'ses' } },
      'deploy with "cognito" first',
    ],
    [
      'the ten functions of a new account',
      'Functions',
      { answers: { getAccountSettings: { AccountLimit: { ConcurrentExecutions: 10 } } } },
      '10 functions may run at once',
    ],
    ['more reserved than there is', 'Functions', { settings: { publicConcurrency: 400 } }, 'of 1000'],
    [
      'more reserved than another stage has left',
      'Functions',
      { settings: { publicConcurrency: 20 }, answers: reserving(200, () => undefined) },
      'of 200 that nothing else in the account has reserved (of 1000)',
    ],
    [
      'a further public function where all but a hundred is reserved',
      'Functions',
      {
        settings: { publicConcurrency: 20 },
        answers: reserving(100, (name) => (name === newest ? undefined : 20)),
      },
      'and Lambda keeps 100 for the others',
    ],
    [
      'an account that CloudFront has not verified',
      'CloudFront',
      {
        answers: {
          listDistributions: {},
          createDistribution: failing(
            'AccessDenied',
            'Your account must be verified before you can add new CloudFront resources.',
          ),
        },
      },
      'open a case at AWS Support',
    ],
    ['the Free plan', 'Plan', { answers: { getAccountPlanState: { accountPlanType: 'FREE' } } }, 'to the Paid plan'],
    [
      'a member account that may have no budgets',
      'Budgets',
      {
        answers: {
          describeBudgets: failing('AccessDeniedException', 'Account 123456789012 is a linked account.'),
        },
      },
      'is a linked account.): its stack would fail',
    ],
    ['a _dmarc record of somebody else', 'DMARC', { texts: ['v=DMARC1; p=none'] }, 'set "dmarc": "existing"'],
    ['a _dmarc record that is not there', 'DMARC', { settings: { dmarc: 'existing' } }, 'is not there'],
    ['a zone that nobody has delegated', 'Zone', { servers: [] }, 'not delegated'],
    ['a zone that is served elsewhere', 'Zone', { servers: ['ns1.elsewhere.net'] }, 'served by ns1.elsewhere.net'],
    [
      'an answer that it may not have',
      'Functions',
      {
        answers: {
          getAccountSettings: failing('AccessDeniedException', 'not authorized'),
        },
      },
      'could not be looked at: not authorized',
    ],
  ])('reports that %s would not do', async (_, about, situation, message) => {
    expect(await found(situation, about)).toMatchObject({
      state: 'missing',
      message: expect.stringContaining(message),
    });
  });

  it('leaves open what is unknown before a deployment', async () => {
    const sandbox = { getAccount: { ProductionAccessEnabled: false, SendingEnabled: true } };
    expect(await found({ settings: { sesSandbox: true }, answers: sandbox }, 'Mail')).toMatchObject({ state: 'open' });
  });

  it('accepts an account from before plans, and leaves an unreadable plan open', async () => {
    expect(
      await found({ answers: { getAccountPlanState: failing('ResourceNotFoundException') } }, 'Plan'),
    ).toMatchObject({ state: 'good' });
    expect(await found({ answers: { getAccountPlanState: failing('AccessDeniedException') } }, 'Plan')).toMatchObject({
      state: 'open',
    });
  });

  it('requires the cost tag once a budget counts by it', async () => {
    const answers = { describeStacks: stack('Stillwater-prod-Budget', 'CREATE_COMPLETE') };
    expect(await found({ answers }, 'Cost tag')).toMatchObject({ state: 'missing' });
    const active = { ...answers, listCostAllocationTags: { CostAllocationTags: [{ TagKey: 'stage' }] } };
    expect(await found({ answers: active }, 'Cost tag')).toMatchObject({ state: 'good' });
  });

  it('leaves the cost tag open in a member account, which may not read it', async () => {
    const answers = {
      describeStacks: stack('Stillwater-prod-Budget', 'CREATE_COMPLETE'),
      listCostAllocationTags: failing(
        'AccessDeniedException',
        "Failed to list Cost Allocation Tags: Linked account doesn't have access to cost allocation tags.",
      ),
    };
    expect(await found({ answers }, 'Budgets')).toMatchObject({ state: 'good' });
    expect(await found({ answers }, 'Cost tag')).toMatchObject({
      state: 'open',
      message: expect.stringContaining('the account that pays activates "stage"'),
    });
  });

  it('reports where the backups go', async () => {
    const vault = (account: string) => ({ backupVault: `arn:aws:backup:us-west-2:${account}:backup-vault:stillwater` });
    expect(await found({}, 'Copies')).toMatchObject({ state: 'open' });
    expect(await found({ settings: vault('210987654321') }, 'Copies')).toMatchObject({ state: 'good' });
    expect(await found({ settings: vault('123456789012') }, 'Copies')).toMatchObject({ state: 'missing' });
  });

  it('removes its probe distribution', async () => {
    const states = ['InProgress', 'InProgress', 'Deployed'];
    const deleted: unknown[] = [];
    const answers = {
      createDistribution: { Distribution: { Id: 'E2' } },
      getDistribution: () => ({ Distribution: { Status: states.shift() }, ETag: 'tag' }),
      deleteDistribution: (input: object) => void deleted.push(input),
    };
    expect(await found({ probe: true, answers }, 'CloudFront')).toMatchObject({ state: 'good' });
    expect(deleted).toEqual([{ Id: 'E2', IfMatch: 'tag' }]);
  });

  it("counts the stage's own reservations as available", async () => {
    const settings = { publicConcurrency: 20 };
    expect(await found({ settings, answers: reserving(100, () => 20) }, 'Functions')).toMatchObject({ state: 'good' });
  });

  it('accepts a permanent stage', async () => {
    const answers = {
      describeStacks: stack('Stillwater-prod-Identity', 'UPDATE_ROLLBACK_COMPLETE'),
      getEmailIdentity: verified,
    };
    expect(await found({ answers }, 'Stacks')).toMatchObject({ state: 'good', message: '1 of 10 stacks are there.' });
    expect(await found({ answers }, 'Sender')).toMatchObject({ state: 'good' });
  });
});
