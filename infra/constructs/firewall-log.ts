import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as waf from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

interface FirewallLogProps {
  /** Its log group must begin with `aws-waf-logs-`. */
  name: string;
  acl: waf.CfnWebACL;
  encryptionKey: kms.IKey;
}

/**
 * What the firewall blocked, so that a family that was turned away can be told from an attack; what it let pass is not
 * written down. Paths, queries and what proves who somebody is are left out (quality S-13).
 */
export class FirewallLog extends Construct {
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
      // Without the `:*` that a log group's own attribute ends in.
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
