import { join } from 'node:path';
import { ArnFormat, CfnOutput, Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import * as waf from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { apiSecurityHeaders, forOneHost } from '#domain/shared/contract/security-headers.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { ApiFrontDoor } from '../constructs/api-front-door.ts';
import { DocumentsBucket, documentsHost } from '../constructs/documents-bucket.ts';
import { Firewall } from '../constructs/firewall.ts';
import { responseHeaders, Site } from '../constructs/site.ts';
import { acknowledge } from '../nag-suppressions.ts';
import { type SiteSources, securityHeaders } from '../security-headers.ts';
import type { DataStack } from './data-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

interface FirewallLogProps {
  /** AWS requires the prefix `aws-waf-logs-` for the log group. */
  name: string;
  acl: waf.CfnWebACL;
  encryptionKey: kms.IKey;
}

/**
 * Log of blocked requests only, so that a blocked family can be told from an attack. Paths, queries and credentials
 * are left out (quality S-13).
 */
class FirewallLog extends Construct {
  constructor(scope: Construct, id: string, { name, acl, encryptionKey }: FirewallLogProps) {
    super(scope, id);
    const logGroupName = `aws-waf-logs-${name}`;
    const group = new logs.LogGroup(this, 'Blocked', {
      logGroupName,
      encryptionKey,
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = new waf.CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      // Without the `:*` that the log group's own attribute ends in.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        ],
      },
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
      ],
    });
    logging.node.addDependency(group);
  }
}

/** Header that CloudFront adds and every API function requires (quality S-25). */
const originHeader = 'x-origin-verify';

/**
 * Header that proves to the API that a request passed CloudFront and its firewall, as a reference that CloudFormation
 * resolves. The secret is JSON `{current, previous}`; functions accept both, CloudFront sends `current`. To rotate
 * without rejecting requests:
 *
 * 1. put the value `{"current": <new>, "previous": <the old current>}` and note its VersionId;
 * 2. wait 5 minutes, until every function has read it;
 * 3. deploy with `originSecretVersion` set to that VersionId, so that CloudFront sends the new value.
 */
const originHeaders = (secret: secretsmanager.ISecret, versionId?: string): Record<string, string> => ({
  [originHeader]: SecretValue.secretsManager(secret.secretArn, { jsonField: 'current', versionId }).unsafeUnwrap(),
});

const botCheckSources: Record<Config['botCheck'], Required<Omit<SiteSources, 'image'>>> = {
  none: { script: [], connect: [], frame: [] },
  recaptcha: {
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    connect: ['https://www.google.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
  turnstile: {
    script: ['https://challenges.cloudflare.com'],
    connect: [],
    frame: ['https://challenges.cloudflare.com'],
  },
};

/** Firewall, both sites without their pages, and `/api/*` on each in front of one HTTP API. */
export class EdgeStack extends Stack {
  readonly frontDoor: ApiFrontDoor;
  readonly firewall: Firewall;
  readonly staff: Site;
  readonly intake: Site;
  readonly documents: DocumentsBucket;

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { data, identity }: { data: DataStack; identity: IdentityStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    acknowledge(this, 'wideKeyPolicyNotNeeded');
    const encryptionKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const { hostedZoneId, hostedZoneName: zoneName } = config;
    const zone =
      hostedZoneId && zoneName
        ? route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName })
        : undefined;

    const headersAt = (domain?: string) => (headers: Readonly<Record<string, string>>) =>
      domain !== undefined && domain === zoneName ? forOneHost(headers) : headers;

    this.firewall = new Firewall(this, 'Firewall', nameOf(config, 'edge'));
    new FirewallLog(this, 'FirewallLog', { name: nameOf(config, 'edge'), acl: this.firewall.acl, encryptionKey });
    this.frontDoor = new ApiFrontDoor(this, 'Api', { config, zone, logKey: encryptionKey });

    const shared = {
      config,
      zone,
      encryptionKey,
      api: this.#apiBehaviour(
        config,
        originHeaders(data.secrets.origin, config.originSecretVersion),
        // Both sites share one policy for API responses.
        headersAt([config.staffDomain, config.intakeDomain].find((domain) => domain === zoneName))(apiSecurityHeaders),
      ),
      firewallArn: this.firewall.acl.attrArn,
      accessLogs: s3.Bucket.fromBucketName(this, 'AccessLogs', data.accessLogs.bucketName),
    };
    const files = documentsHost(this, config);
    this.staff = new Site(this, 'Staff', {
      ...shared,
      site: 'staff',
      domain: config.staffDomain,
      headers: headersAt(config.staffDomain)(
        securityHeaders('staff', {
          connect: [`https://cognito-idp.${config.region}.amazonaws.com`, files],
          frame: [files],
        }),
      ),
    });
    this.intake = new Site(this, 'Intake', {
      ...shared,
      site: 'intake',
      domain: config.intakeDomain,
      headers: headersAt(config.intakeDomain)(securityHeaders('intake', botCheckSources[config.botCheck])),
    });
    this.documents = new DocumentsBucket(this, 'Documents', {
      config,
      encryptionKey: kms.Key.fromKeyArn(this, 'DataKey', data.dataKey.keyArn),
      accessLogs: shared.accessLogs,
      origins: this.staff.origins,
    });
    // Exported permanently: other stacks still import these while a stage gets its own domains.
    for (const { distribution } of [this.staff, this.intake]) this.exportValue(distribution.distributionDomainName);
    // A new firewall takes minutes to propagate; by then a distribution exists.
    const guard = new waf.CfnWebACLAssociation(this, 'SignInGuard', {
      webAclArn: identity.firewall.acl.attrArn,
      resourceArn: identity.pool.userPoolArn,
    });
    guard.node.addDependency(this.staff.distribution);
    this.documents.scanAfter(this.staff.distribution, this.intake.distribution, guard);
    new CfnOutput(this, 'StaffSiteUrl', { value: this.staff.url });
    // The smoke test checks that this address is blocked.
    new CfnOutput(this, 'ApiUrl', { value: `https://${this.frontDoor.host}` });
    new CfnOutput(this, 'IntakeSiteUrl', { value: this.intake.url });
    new CfnOutput(this, 'DocumentsBucketName', { value: this.documents.bucket.bucketName });
  }

  #apiBehaviour(
    config: Config,
    customHeaders: Record<string, string>,
    answerHeaders: Readonly<Record<string, string>>,
  ): cloudfront.BehaviorOptions {
    return {
      origin: new origins.HttpOrigin(this.frontDoor.host, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(30),
        customHeaders,
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      // With caching on, CloudFront removes Authorization from GETs.
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: responseHeaders(this, 'ApiHeaders', nameOf(config, 'api'), answerHeaders),
      functionAssociations: [
        {
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
          function: new cloudfront.Function(this, 'ApiRequest', {
            functionName: nameOf(config, 'api-request'),
            code: cloudfront.FunctionCode.fromFile({ filePath: join(import.meta.dirname, '../edge/api-request.js') }),
            runtime: cloudfront.FunctionRuntime.JS_2_0,
          }),
        },
      ],
    };
  }
}
