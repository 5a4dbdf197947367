import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { apiPaths } from '#domain/shared/operations/deployment.ts';
import { type Config, nameOf } from '../config.ts';
import { acknowledge } from '../nag-suppressions.ts';
import type { Site as SiteName } from '../security-headers.ts';
import { retainBucketPolicy } from './documents-bucket.ts';

const override = true;

/** CloudFront rejects these as custom headers: they have their own settings. */
const known: Record<string, (value: string) => cloudfront.ResponseSecurityHeadersBehavior> = {
  'Content-Security-Policy': (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override },
  }),
  'Strict-Transport-Security': (value) => ({
    strictTransportSecurity: {
      accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(value)?.[1])),
      includeSubdomains: value.includes('includeSubDomains'),
      override,
    },
  }),
  'X-Content-Type-Options': () => ({ contentTypeOptions: { override } }),
  'X-Frame-Options': () => ({ frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override } }),
  'Referrer-Policy': (value) => ({
    referrerPolicy: { referrerPolicy: value as cloudfront.HeadersReferrerPolicy, override },
  }),
};

/** Returns the policy that sets `headers` on every response, over those of the origin. */
export const responseHeaders = (
  scope: Construct,
  id: string,
  name: string,
  headers: Readonly<Record<string, string>>,
): cloudfront.ResponseHeadersPolicy =>
  new cloudfront.ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: Object.assign(
      {},
      ...Object.entries(headers).map(([header, value]) => known[header]?.(value)),
    ),
    customHeadersBehavior: {
      customHeaders: Object.entries(headers)
        .filter(([header]) => !(header in known))
        .map(([header, value]) => ({ header, value, override })),
    },
  });

/**
 * Fields of CloudFront's access log. Path, query, referrer and cookie are left out, because a path can contain a
 * secret token and a search a name (quality S-13).
 */
const recordedFields = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'c-country',
  'cs-method',
  'cs-protocol',
  'cs-protocol-version',
  'cs-bytes',
  'ssl-protocol',
  'sc-status',
  'sc-bytes',
  'sc-content-type',
  'time-taken',
  'time-to-first-byte',
  'x-host-header',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

class AccessLog extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { name, distribution, bucket }: { name: string; distribution: cloudfront.Distribution; bucket: s3.IBucket },
  ) {
    super(scope, id);
    const source = new logs.CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new logs.CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bucket.bucketArn,
      outputFormat: 'json',
    });
    const delivery = new logs.CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: recordedFields,
    });
    delivery.addResourceDependency(source);
  }
}

interface SiteProps {
  config: Config;
  site: SiteName;
  domain?: string;
  zone?: route53.IHostedZone;
  headers: Readonly<Record<string, string>>;
  /** The `/api/*` behavior, the same for both sites. */
  api: cloudfront.BehaviorOptions;
  firewallArn: string;
  encryptionKey: kms.IKey;
  accessLogs: s3.IBucket;
}

export const frontPages: Record<SiteName, string> = { staff: 'landing.html', intake: 'start.html' };

export class Site extends Construct {
  readonly distribution: cloudfront.Distribution;
  readonly url: string;
  /** The site's domain and its CloudFront address, which stays valid. */
  readonly hosts: string[];
  readonly files: s3.Bucket;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    const { config, site, domain, zone, encryptionKey } = props;
    this.files = new s3.Bucket(this, 'Files', {
      versioned: true,
      encryption: s3.BucketEncryption.KMS,
      encryptionKey,
      bucketKeyEnabled: true,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: `sites/${site}/`,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    retainBucketPolicy(this.files);
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: nameOf(config, site),
      defaultRootObject: frontPages[site],
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(this.files, {
          originAccessControl: new cloudfront.S3OriginAccessControl(this, 'FilesAccess', {
            originAccessControlName: nameOf(config, `${site}-files`),
          }),
          // With the right to list, a missing file is a 404 instead of a 403.
          originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        }),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
        // Respects the files' cache-control, and caches gzip and brotli.
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: responseHeaders(this, 'Headers', nameOf(config, `${site}-pages`), props.headers),
        functionAssociations: [
          {
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            function: new cloudfront.Function(this, 'PageRouting', {
              functionName: nameOf(config, `${site}-page-routing`),
              code: cloudfront.FunctionCode.fromFile({
                filePath: join(import.meta.dirname, `../edge/${site}-page-routing.js`),
              }),
              runtime: cloudfront.FunctionRuntime.JS_2_0,
            }),
          },
          {
            eventType: cloudfront.FunctionEventType.VIEWER_RESPONSE,
            function: new cloudfront.Function(this, 'PageCharset', {
              functionName: nameOf(config, `${site}-page-charset`),
              code: cloudfront.FunctionCode.fromFile({
                filePath: join(import.meta.dirname, '../edge/page-charset.js'),
              }),
              runtime: cloudfront.FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: Object.fromEntries(apiPaths[site].map((path) => [path, props.api])),
      webAclId: props.firewallArn,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(domain &&
        zone && {
          domainNames: [domain],
          minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate: new acm.Certificate(this, 'Certificate', {
            domainName: domain,
            validation: acm.CertificateValidation.fromDns(zone),
          }),
        }),
    });
    acknowledge(this.distribution, 'everyCountry', 'chosenAccessLog', 'keyPolicyElsewhere', 'listedByCloudFront');
    acknowledge(this.files, 'logPolicyElsewhere');
    if (!domain) acknowledge(this.distribution, 'defaultCertificate');
    if (domain && zone) {
      const target = route53.RecordTarget.fromAlias(new targets.CloudFrontTarget(this.distribution));
      new route53.ARecord(this, 'Address', { zone, recordName: domain, target });
      new route53.AaaaRecord(this, 'AddressV6', { zone, recordName: domain, target });
    }
    new AccessLog(this, 'AccessLog', {
      name: nameOf(config, site),
      distribution: this.distribution,
      bucket: props.accessLogs,
    });
    const { distributionDomainName: own } = this.distribution;
    this.hosts = domain ? [domain, own] : [own];
    this.url = `https://${domain ?? own}`;
  }

  get origins(): string[] {
    return this.hosts.map((host) => `https://${host}`);
  }
}
