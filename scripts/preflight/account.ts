import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateDistributionCommand,
  DeleteDistributionCommand,
  GetDistributionCommand,
  ListDistributionsCommand,
} from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/** An AWS account as far as a first deployment depends on it. Each question is one read-only call. */
export interface Account {
  id(): Promise<string>;
  /** CDK's bootstrap; undefined if it never ran. */
  bootstrap(): Promise<{ version: number; ownKey: boolean } | undefined>;
  /** State of a stack, such as `CREATE_COMPLETE`; undefined if missing. */
  stackState(name: string): Promise<string | undefined>;
  mail(): Promise<{ production: boolean; sending: boolean; perDay: number }>;
  mailDomain(domain: string): Promise<'verified' | 'pending' | 'absent'>;
  /** Concurrent executions of the account, and those that no function of any stage has reserved. */
  concurrency(): Promise<{ all: number; unreserved: number }>;
  /** Executions that a function has reserved; 0 if missing. */
  reserved(functionName: string): Promise<number>;
  distributions(): Promise<number>;
  /** `older`: from before AWS had plans, without the limits of the free one. */
  plan(): Promise<'FREE' | 'PAID' | 'older'>;
  /** True if AWS counts costs by the tag `stage`. */
  costTag(): Promise<boolean>;
  /** Throws when the account may have no budgets. */
  budgets(accountId: string): Promise<void>;
  probeCloudFront(): Promise<'verified' | 'unverified'>;
}

interface Sends {
  // biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own
  send(command: any): Promise<any>;
}
/** A call of a service whose client is not installed. */
export interface PlainCall {
  service: 'freetier' | 'budgets' | 'ce';
  url: string;
  target: string;
  input: object;
}
export type Clients = Record<'sts' | 'cloudFormation' | 'ses' | 'lambda' | 'cloudFront', Sends> & {
  // biome-ignore lint/suspicious/noExplicitAny: each call has an answer of its own
  plain(call: PlainCall): Promise<any>;
};

/** JSON protocol version of each service. */
const jsonVersions: Record<PlainCall['service'], string> = { freetier: '1.0', budgets: '1.1', ce: '1.1' };

const callsReadOnly =
  (sts: STSClient, region: string): Clients['plain'] =>
  async ({ service, url, target, input }) => {
    const { hostname } = new URL(url);
    const body = JSON.stringify(input);
    const contentType = `application/x-amz-json-${jsonVersions[service]}`;
    const headers = { host: hostname, 'content-type': contentType, 'x-amz-target': target };
    // A client remembers the first service that it signed for, so this one signs nothing else.
    const signer = await new STSClient({ region, credentials: sts.config.credentials }).config.signer();
    const request = { method: 'POST', protocol: 'https:', hostname, path: '/', headers, body };
    const { headers: signed } = await signer.sign(request, { signingService: service, signingRegion: region });
    const answer = await fetch(url, { method: 'POST', headers: signed, body });
    const failed = (await answer.json()) as { __type?: string; message?: string; Message?: string };
    if (answer.ok) return failed;
    throw Object.assign(new Error(failed.message ?? failed.Message ?? `${answer.status}`), {
      name: failed.__type ?? 'Error',
    });
  };

export const awsClients = (region: string, sts = new STSClient({ region })): Clients => ({
  sts,
  plain: callsReadOnly(sts, 'us-east-1'),
  cloudFormation: new CloudFormationClient({ region }),
  ses: new SESv2Client({ region }),
  lambda: new LambdaClient({ region }),
  cloudFront: new CloudFrontClient({ region }),
});

/** Undefined when the service answers that it does not exist. */
const orAbsent = async <T>(call: Promise<T>, absent: RegExp): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && absent.test(`${error.name} ${error.message}`)) return undefined;
    throw error;
  }
};

/** A disabled distribution over an example domain (RFC 2606). */
const nothing = (reference: string) => ({
  CallerReference: reference,
  Comment: 'Stillwater preflight: may be deleted',
  Enabled: false,
  Origins: {
    Quantity: 1,
    Items: [
      {
        Id: 'nowhere',
        DomainName: 'www.example.com',
        CustomOriginConfig: { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: 'https-only' as const },
      },
    ],
  },
  DefaultCacheBehavior: {
    TargetOriginId: 'nowhere',
    ViewerProtocolPolicy: 'https-only' as const,
    // AWS's managed policy CachingDisabled.
    CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  },
});

export const accountOf = (
  { sts, cloudFormation, ses, lambda, cloudFront, plain }: Clients,
  pause: (milliseconds: number) => Promise<unknown>,
): Account => {
  const stack = async (StackName: string): Promise<Stack | undefined> => {
    const response = await orAbsent(cloudFormation.send(new DescribeStacksCommand({ StackName })), /does not exist/);
    return response?.Stacks?.[0];
  };
  return {
    id: async () => (await sts.send(new GetCallerIdentityCommand())).Account ?? '',
    async bootstrap() {
      const toolkit = await stack('CDKToolkit');
      if (!toolkit) return undefined;
      const version = toolkit.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
      const key = toolkit.Parameters?.find(({ ParameterKey }) => ParameterKey === 'FileAssetsBucketKmsKeyId');
      const ownKey = !['AWS_MANAGED_KEY', '', undefined].includes(key?.ParameterValue);
      return { version: Number(version ?? 0), ownKey };
    },
    stackState: async (name) => (await stack(name))?.StackStatus,
    async mail() {
      const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await ses.send(new GetAccountCommand());
      const perDay = SendQuota?.Max24HourSend ?? 0;
      return { production: ProductionAccessEnabled === true, sending: SendingEnabled === true, perDay };
    },
    async mailDomain(EmailIdentity) {
      const response = await orAbsent(ses.send(new GetEmailIdentityCommand({ EmailIdentity })), /NotFound/);
      if (!response) return 'absent';
      return response.VerifiedForSendingStatus ? 'verified' : 'pending';
    },
    async concurrency() {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand());
      return {
        all: AccountLimit?.ConcurrentExecutions ?? 0,
        unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
      };
    },
    async reserved(FunctionName) {
      const request = lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      return (await orAbsent(request, /ResourceNotFound/))?.ReservedConcurrentExecutions ?? 0;
    },
    distributions: async () =>
      (await cloudFront.send(new ListDistributionsCommand({ MaxItems: 1 }))).DistributionList?.Items?.length ?? 0,
    async plan() {
      const [url, target] = ['https://freetier.us-east-1.api.aws', 'AWSFreeTierService.GetAccountPlanState'];
      const response = await orAbsent(plain({ service: 'freetier', url, target, input: {} }), /ResourceNotFound/);
      return response?.accountPlanType ?? 'older';
    },
    async costTag() {
      const [url, target] = ['https://ce.us-east-1.amazonaws.com', 'AWSInsightsIndexService.ListCostAllocationTags'];
      const response = await plain({ service: 'ce', url, target, input: { TagKeys: ['stage'], Status: 'Active' } });
      return response.CostAllocationTags.length > 0;
    },
    async budgets(AccountId) {
      const [url, target] = ['https://budgets.amazonaws.com', 'AWSBudgetServiceGateway.DescribeBudgets'];
      await plain({ service: 'budgets', url, target, input: { AccountId, MaxResults: 1 } });
    },
    async probeCloudFront() {
      const response = await orAbsent(
        cloudFront.send(new CreateDistributionCommand({ DistributionConfig: nothing(`stillwater-${Date.now()}`) })),
        /must be verified/,
      );
      const Id = response?.Distribution?.Id;
      if (!Id) return 'unverified';
      for (;;) {
        const { Distribution, ETag } = await cloudFront.send(new GetDistributionCommand({ Id }));
        // Only a deployed distribution can be deleted.
        if (Distribution?.Status === 'Deployed') {
          await cloudFront.send(new DeleteDistributionCommand({ Id, IfMatch: ETag }));
          return 'verified';
        }
        await pause(10_000);
      }
    },
  };
};
