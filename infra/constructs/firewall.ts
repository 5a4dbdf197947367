import * as waf from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/**
 * The outer ring in front of both sites and the API. Limits are per address and 5 minutes, and wide: an office of
 * staff shares one address, and the finer limits of each call are the API's own (quality S-23).
 */
export class Firewall extends Construct {
  readonly acl: waf.CfnWebACL;
  readonly metricName: string;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.metricName = name;
    const visible = (metricName: string): waf.CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      sampledRequestsEnabled: true,
    });
    const managed = (priority: number, rule: string, counted: string[] = []): waf.CfnWebACL.RuleProperty => ({
      name: rule,
      priority,
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name: `AWSManagedRules${rule}`,
          ruleActionOverrides: counted.map((counts) => ({ name: counts, actionToUse: { count: {} } })),
        },
      },
      visibilityConfig: visible(rule),
    });
    const rate = (priority: number, rule: string, limit: number, under?: string): waf.CfnWebACL.RuleProperty => ({
      name: rule,
      priority,
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: {
        rateBasedStatement: {
          limit,
          aggregateKeyType: 'IP',
          evaluationWindowSec: 300,
          scopeDownStatement: under
            ? {
                byteMatchStatement: {
                  fieldToMatch: { uriPath: {} },
                  positionalConstraint: 'STARTS_WITH',
                  searchString: under,
                  textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
                },
              }
            : undefined,
        },
      },
      visibilityConfig: visible(rule),
    });

    this.acl = new waf.CfnWebACL(this, 'Acl', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(name),
      rules: [
        rate(0, 'EveryAddress', 10_000),
        rate(1, 'PublicForms', 300, '/api/forms/public/'),
        managed(2, 'AmazonIpReputationList'),
        managed(3, 'KnownBadInputsRuleSet'),
        // A whole case is larger than 8 KB and an obituary reads like markup; the API has size limits and encodes
        // what it shows. Static files take no body, so that only /api/* is concerned.
        managed(4, 'CommonRuleSet', ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY']),
      ],
      // What people send must not lie open in the firewall's samples and logs.
      dataProtectionConfig: {
        dataProtections: [
          { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] } },
          { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
          { action: 'SUBSTITUTION', field: { fieldType: 'BODY' } },
        ],
      },
    });
  }
}
