import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';

/** Topic of all alarms. Its TLS policy replaces SNS's default policy, so it has to allow CloudWatch explicitly. */
export class AlarmTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { config, masterKey }: { config: Config; masterKey: kms.IKey }) {
    super(scope, id, { topicName: nameOf(config, 'alarms'), masterKey, enforceSSL: true });
    const { account, partition, region } = Stack.of(this);
    this.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'Alarms',
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    if (config.alarmMail) this.addSubscription(new EmailSubscription(config.alarmMail));
  }
}
