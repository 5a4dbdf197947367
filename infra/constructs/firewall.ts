import * as waf from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { firewallSeconds, requestSizes, signInLimits } from '#domain/shared/operations/deployment.ts';

const visible = (metricName: string): waf.CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
});

type Match = Pick<
  waf.CfnWebACL.ByteMatchStatementProperty,
  'fieldToMatch' | 'positionalConstraint' | 'searchString' | 'textTransformations'
>;

const rateRule = (
  priority: number,
  name: string,
  limit: number,
  action: waf.CfnWebACL.RuleActionProperty,
  match?: Match,
): waf.CfnWebACL.RuleProperty => ({
  name,
  priority,
  action,
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: firewallSeconds,
      scopeDownStatement: match ? { byteMatchStatement: match } : undefined,
    },
  },
  visibilityConfig: visible(name),
});

/**
 * Rules that would block valid requests: a case is larger than 8 KB, an obituary looks like markup, texts contain
 * `../` and addresses, and Google redirects back with addresses in the query. The API has size limits, encodes its
 * output, and fetches no address from a query.
 */
const countedRules = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
];

/**
 * Firewall of both sites and the API. Limits per address and five minutes are generous, because an office shares one
 * address; each call has finer limits in the API (quality S-23).
 */
export class Firewall extends Construct {
  readonly acl: waf.CfnWebACL;
  readonly metricName: string;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.metricName = name;
    const managed = (priority: number, rule: string, counted: string[] = []): waf.CfnWebACL.RuleProperty => ({
      name: rule,
      priority,
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name: `AWSManagedRules${rule}`,
          // AWS rejects an empty list here.
          ...(counted.length > 0 && {
            ruleActionOverrides: counted.map((counts) => ({ name: counts, actionToUse: { count: {} } })),
          }),
        },
      },
      visibilityConfig: visible(rule),
    });
    const rate = (priority: number, rule: string, limit: number, under?: string): waf.CfnWebACL.RuleProperty =>
      rateRule(
        priority,
        rule,
        limit,
        { block: { customResponse: { responseCode: 429 } } },
        under
          ? {
              fieldToMatch: { uriPath: {} },
              positionalConstraint: 'STARTS_WITH',
              searchString: under,
              // The API reads `%70ublic` as `public`, so the rule must decode first.
              textTransformations: [
                { priority: 0, type: 'URL_DECODE' },
                { priority: 1, type: 'NORMALIZE_PATH' },
              ],
            }
          : undefined,
      );

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
        managed(4, 'CommonRuleSet', countedRules),
        {
          name: 'QuerySize',
          priority: 5,
          action: { block: {} },
          statement: {
            sizeConstraintStatement: {
              fieldToMatch: { queryString: {} },
              comparisonOperator: 'GT',
              size: requestSizes.query,
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
          visibilityConfig: visible('QuerySize'),
        },
      ],
      // Keeps personal data out of the firewall's samples and logs.
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

/**
 * Firewall of the user pool, which browsers call directly (quality S-23). The pool locks an account after wrong
 * passwords; this blocks one password tried on many accounts. A pool supports no custom responses: a block is a
 * `ForbiddenException`.
 */
export class SignInFirewall extends Construct {
  readonly acl: waf.CfnWebACL;
  readonly metricName: string;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.metricName = name;
    const calls = (priority: number, operation: string, limit: number): waf.CfnWebACL.RuleProperty =>
      rateRule(
        priority,
        operation,
        limit,
        { block: {} },
        {
          fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
          positionalConstraint: 'EXACTLY',
          searchString: `AWSCognitoIdentityProviderService.${operation}`,
          textTransformations: [{ priority: 0, type: 'NONE' }],
        },
      );
    this.acl = new waf.CfnWebACL(this, 'Acl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(name),
      rules: Object.entries(signInLimits).map(([operation, limit], at) => calls(at, operation, limit)),
    });
  }
}
