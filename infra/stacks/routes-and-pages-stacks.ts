import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ArnFormat, CfnOutput, DefaultStackSynthesizer, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { languages } from '#domain/shared/values/language.ts';
import { type Config, demoLimitations, nameOf, type StackId, stackNameOf } from '../config.ts';
import type { ApiFrontDoor } from '../constructs/api-front-door.ts';
import { frontPages } from '../constructs/site.ts';
import { viaService } from '../constructs/table-access.ts';
import type { FunctionName } from '../functions.ts';
import { accountInFindings, acknowledge, acknowledgeObjectsOf } from '../nag-suppressions.ts';
import { routes } from '../routes.ts';
import type { Site, Site as SiteName } from '../security-headers.ts';
import type { DataStack, IdentityStack } from './data-and-identity-stacks.ts';
import type { EdgeStack } from './edge-and-api-stacks.ts';

/**
 * Stage that publishes the routes, with one rate limit for all. Route settings would outlive their route, and API
 * Gateway would then reject every change of the stage.
 */
class ApiStage extends apigateway.HttpStage {
  constructor(scope: Construct, id: string, { frontDoor }: { frontDoor: ApiFrontDoor }) {
    super(scope, id, {
      httpApi: frontDoor.api,
      stageName: '$default',
      autoDeploy: true,
      // By name, so that no export blocks a stage that gives up its domain.
      domainMapping: frontDoor.domainName ? { domainName: namedDomain(scope, frontDoor.domainName) } : undefined,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(frontDoor.accessLog),
        format: accessLine,
      },
    });
  }
}

const namedDomain = (scope: Construct, name: string): apigateway.IDomainName =>
  apigateway.DomainName.fromDomainNameAttributes(scope, 'ApiDomain', {
    name,
    regionalDomainName: '',
    regionalHostedZoneId: '',
  });

/** Route templates instead of paths and queries, which may contain a token or a name (quality S-13). */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    at: '$context.requestTime',
    request_id: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    integration_ms: '$context.integrationLatency',
    sub: '$context.authorizer.claims.sub',
    error: '$context.error.responseType',
    integration_error: '$context.integration.error',
  }),
);

const laneCount = 8;

export class RoutesStack extends Stack {
  readonly #config: Config;
  readonly #integrations = new Map<FunctionName, HttpLambdaIntegration>();

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { identity: { pool, client }, edge: { frontDoor } }: { identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    this.#config = config;
    const signedIn = new HttpJwtAuthorizer('Staff', pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
    // API Gateway rejects many concurrent changes of one API.
    const lanes: apigateway.HttpRoute[] = [];
    for (const [at, { endpoint, method, path, functionName, public: open }] of routes().entries()) {
      const route = new apigateway.HttpRoute(this, endpoint, {
        httpApi: frontDoor.api,
        routeKey: apigateway.HttpRouteKey.with(path, apigateway.HttpMethod[method]),
        integration: this.#integrationOf(functionName),
        authorizer: open ? new apigateway.HttpNoneAuthorizer() : signedIn,
      });
      if (open) acknowledge(route, 'publicRoute');
      const before = lanes[at % laneCount];
      if (before) route.node.addDependency(before);
      lanes[at % laneCount] = route;
    }
    new ApiStage(this, 'Stage', { frontDoor }).node.addDependency(...lanes);
  }

  /** Refers to a function by name: an export would block the removal of a function. */
  #integrationOf(name: FunctionName): HttpLambdaIntegration {
    const known = this.#integrations.get(name);
    if (known) return known;
    const functionArn = this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: nameOf(this.#config, name),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const fn = lambda.Function.fromFunctionAttributes(this, name, { functionArn, sameEnvironment: true });
    const integration = new HttpLambdaIntegration(`${name}Calls`, fn, { scopePermissionToRoute: false });
    this.#integrations.set(name, integration);
    return integration;
  }
}

/**
 * Role of CDK's site deployment. CDK's default has wildcards and a managed policy; this one reads deployment assets,
 * writes site files, and deletes nothing.
 */
class SiteDeployer extends Construct {
  readonly role: iam.IRole;
  readonly #own: iam.Role;
  readonly #key: kms.IKey;

  constructor(scope: Construct, id: string, { log, key }: { log: logs.ILogGroup; key: kms.IKey }) {
    super(scope, id);
    this.#key = key;
    this.#own = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    this.role = this.#own.withoutPolicyUpdates();
    const { partition, account, region } = Stack.of(this);
    const assets = `arn:${partition}:s3:::cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${account}-${region}`;
    this.#allow(['logs:CreateLogStream', 'logs:PutLogEvents'], log.logGroupArn);
    this.#allow(['s3:GetObject'], `${assets}/*`);
    acknowledgeObjectsOf(
      this,
      `arn:aws:s3:::cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${accountInFindings(this)}-${region}`,
    );
  }

  /** Allows writes into a bucket of another stack. */
  mayWrite(bucket: s3.IBucket): void {
    this.#allow(['s3:ListBucket'], bucket.bucketArn);
    this.#allow(['s3:PutObject', 's3:AbortMultipartUpload'], bucket.arnForObjects('*'));
    const { 'Fn::ImportValue': exported } = Stack.of(this).resolve(bucket.bucketName);
    acknowledgeObjectsOf(this, `arn:aws:s3:::${exported}`);
    this.#allow(['kms:Decrypt', 'kms:GenerateDataKey'], this.#key.keyArn, viaService(this.#key, 's3'));
  }

  #allow(actions: string[], resource: string, conditions?: Record<string, unknown>): void {
    this.#own.addToPolicy(new iam.PolicyStatement({ actions, resources: [resource], conditions }));
  }
}

interface SitePagesProps {
  site: SiteName;
  webRoot: string;
  files: s3.IBucket;
  deployer: SiteDeployer;
  log: logs.ILogGroup;
  /** Content of `/config.json`. */
  settings: Record<string, unknown>;
}

/**
 * Files of one site: hashed files first, with an unlimited cache lifetime, then the pages that name them. Nothing is
 * deleted, so that an open page of the previous release still finds its files.
 */
class SitePages extends Construct {
  constructor(scope: Construct, id: string, { site, webRoot, files, deployer, log, settings }: SitePagesProps) {
    super(scope, id);
    const folder = resolve(webRoot, `web-${site}`);
    // Pages in another language are in a folder of its name.
    const translated = site === 'intake' ? languages.filter((language) => language !== 'en') : [];
    for (const page of ['index.html', frontPages[site], ...translated.map((language) => `${language}/index.html`)]) {
      if (!existsSync(join(folder, page)))
        throw new Error(`${folder} has no ${page}: build the sites first (npm run build:web)`);
    }
    deployer.mayWrite(files);
    const shared = { destinationBucket: files, role: deployer.role, prune: false, memoryLimit: 512, logGroup: log };
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      ...shared,
      // CloudFront compresses; the .br files are for the local server.
      sources: [deployment.Source.asset(join(folder, 'assets'), { exclude: ['**/*.br'] })],
      destinationKeyPrefix: 'assets',
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const unkept = { cacheControl: [deployment.CacheControl.fromString('no-cache')] };
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      ...shared,
      ...unkept,
      contentLanguage: 'en',
      sources: [
        deployment.Source.asset(folder, { exclude: ['assets', ...translated, '**/*.br'] }),
        deployment.Source.jsonData('config.json', settings),
      ],
    });
    pages.node.addDependency(assets);
    for (const language of translated) {
      const others = new deployment.BucketDeployment(this, `Pages-${language}`, {
        ...shared,
        ...unkept,
        contentLanguage: language,
        sources: [deployment.Source.asset(join(folder, language), { exclude: ['**/*.br'] })],
        destinationKeyPrefix: language,
      });
      others.node.addDependency(assets);
    }
  }
}

/** Pages of both sites, deployed after the API that they call. */
export class PagesStack extends Stack {
  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { data, identity, edge }: { data: DataStack; identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    acknowledge(this, 'deployerRuntime');
    const encryptionKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const log = new logs.LogGroup(this, 'DeploymentLog', {
      encryptionKey,
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const shared = {
      webRoot: config.webRoot,
      log,
      deployer: new SiteDeployer(this, 'Deployer', { log, key: encryptionKey }),
    };
    demoLimitations(config).forEach((lack, at) => {
      new CfnOutput(this, `Lacks${at + 1}`, { value: lack });
    });
    new SitePages(this, 'Staff', {
      ...shared,
      site: 'staff',
      files: this.#filesOf(edge, 'staff'),
      settings: {
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        intakeUrl: edge.intake.url,
      },
    });
    new SitePages(this, 'Intake', {
      ...shared,
      site: 'intake',
      files: this.#filesOf(edge, 'intake'),
      settings: {
        botCheck:
          config.botCheck === 'none' ? { kind: 'none' } : { kind: config.botCheck, siteKey: config.botCheckSiteKey },
      },
    });
  }

  /** Imports the bucket by name, so that its stack does not depend on this one. */
  #filesOf(edge: EdgeStack, site: Site): s3.IBucket {
    return s3.Bucket.fromBucketName(this, `${site}Files`, edge.exportValue(edge[site].files.bucketName));
  }
}
