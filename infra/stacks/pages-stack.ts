import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CfnOutput, DefaultStackSynthesizer, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { languages } from '#domain/shared/values/language.ts';
import { type Config, demoLimitations, type StackId, stackNameOf } from '../config.ts';
import { frontPages } from '../constructs/site.ts';
import { viaService } from '../constructs/table-access.ts';
import { accountInFindings, acknowledge, acknowledgeObjectsOf } from '../nag-suppressions.ts';
import type { Site, Site as SiteName } from '../security-headers.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { BaseStacks } from './function-settings.ts';

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
      sources: [deployment.Source.asset(join(folder, 'assets'))],
      destinationKeyPrefix: 'assets',
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const uncached = { cacheControl: [deployment.CacheControl.fromString('no-cache')] };
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      ...shared,
      ...uncached,
      contentLanguage: 'en',
      sources: [
        deployment.Source.asset(folder, { exclude: ['assets', ...translated] }),
        deployment.Source.jsonData('config.json', settings),
      ],
    });
    pages.node.addDependency(assets);
    for (const language of translated) {
      const pageDeployment = new deployment.BucketDeployment(this, `Pages-${language}`, {
        ...shared,
        ...uncached,
        contentLanguage: language,
        sources: [deployment.Source.asset(join(folder, language))],
        destinationKeyPrefix: language,
      });
      pageDeployment.node.addDependency(assets);
    }
  }
}

/** Pages of both sites, deployed after the API that they call. */
export class PagesStack extends Stack {
  constructor(scope: Construct, id: StackId, config: Config, { data, identity, edge }: BaseStacks) {
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
