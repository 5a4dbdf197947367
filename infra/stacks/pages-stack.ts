import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { type Config, demoLimitations, type StackId, stackNameOf } from '../config.ts';
import { SiteDeployer } from '../constructs/site-deployer.ts';
import { SitePages } from '../constructs/site-pages.ts';
import { acknowledge } from '../nag-suppressions.ts';
import type { Site } from '../security-headers.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

/** The pages of both sites: deployed last, so that no page is seen before the API that it calls. */
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

  /** Imported by its name, so that nothing about the pages finds its way back into the stack of the bucket. */
  #filesOf(edge: EdgeStack, site: Site): s3.IBucket {
    return s3.Bucket.fromBucketName(this, `${site}Files`, edge.exportValue(edge[site].files.bucketName));
  }
}
