import { DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { accountInFindings, acknowledgeObjectsOf } from '../nag-suppressions.ts';
import { viaService } from './table-access.ts';

/**
 * The role of CDK's deployment handler, which copies built sites into their buckets. CDK would give it wildcards and a
 * managed policy; here it reads the assets of deployments and writes the files of the sites, and nothing is deleted.
 */
export class SiteDeployer extends Construct {
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

  /** Lets it write into a bucket that another stack exports. */
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
