import { describe, expect, it } from 'vitest';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';
import { requestSizes } from '#domain/shared/operations/deployment.ts';
import { securityHeaders } from '#infra/security-headers.ts';
import { type Placed, synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';

const { all, flat } = await synthesize();

describe('S-24 S-25 S-28 edge', () => {
  const distributions = all('AWS::CloudFront::Distribution');
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
  const apiOf = ({ Properties }: Placed): any =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Properties.DistributionConfig.CacheBehaviors.find((behavior: any) => behavior.PathPattern.startsWith('/api/'));
  const headersOf = (reference: unknown, stack: string): Record<string, string> => {
    const policy = all('AWS::CloudFront::ResponseHeadersPolicy').find(
      ({ id }) => flat(reference, stack) === `${stack}.${id}`,
    );
    const { CustomHeadersConfig, SecurityHeadersConfig: known } = policy?.Properties.ResponseHeadersPolicyConfig ?? {};
    const hsts = known.StrictTransportSecurity;
    return {
      'Content-Security-Policy': known.ContentSecurityPolicy.ContentSecurityPolicy,
      'Strict-Transport-Security': `max-age=${hsts.AccessControlMaxAgeSec}${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}`,
      ...(known.ContentTypeOptions.Override && { 'X-Content-Type-Options': 'nosniff' }),
      'X-Frame-Options': known.FrameOptions.FrameOption,
      'Referrer-Policy': known.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(
        CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
      ),
    };
  };

  it('lets the staff site reach every call, and the intake site only public ones', () => {
    const reached = distributions.map(({ Properties }) =>
      Properties.DistributionConfig.CacheBehaviors.map(
        ({ PathPattern }: { PathPattern: string }) => PathPattern,
      ).filter((path: string) => path.startsWith('/api/')),
    );
    expect(reached).toEqual([['/api/*'], ['/api/forms/public/*', '/api/common/*']]);
  });

  it('routes each site with its own function, and its root to the front page', () => {
    const routing = distributions.map(({ Properties, stack }) => {
      const { DefaultRootObject, DefaultCacheBehavior } = Properties.DistributionConfig;
      const [{ EventType, FunctionARN }] = DefaultCacheBehavior.FunctionAssociations;
      const found = all('AWS::CloudFront::Function').find(({ id }) => flat(FunctionARN, stack).includes(id));
      const [page] = /\/\w+\.html/.exec(found?.Properties.FunctionCode) ?? [];
      return [DefaultRootObject, page, EventType];
    });
    expect(routing).toEqual([
      ['landing.html', '/landing.html', 'viewer-request'],
      ['start.html', '/start.html', 'viewer-request'],
    ]);
  });

  it('S-28 serves text files of each site as UTF-8', () => {
    const saying = distributions.map(({ Properties, stack }) => {
      const [, { EventType, FunctionARN }] = Properties.DistributionConfig.DefaultCacheBehavior.FunctionAssociations;
      const found = all('AWS::CloudFront::Function').find(({ id }) => flat(FunctionARN, stack).includes(id));
      return [EventType, found?.Properties.FunctionCode.includes('charset=utf-8')];
    });
    expect(saying).toEqual([
      ['viewer-response', true],
      ['viewer-response', true],
    ]);
  });

  it('S-25 proves to the API that a call passed CloudFront, without the value in a template', () => {
    for (const distribution of distributions) {
      const { Origins } = distribution.Properties.DistributionConfig;
      const origin = Origins.find(({ Id }: { Id: string }) => Id === apiOf(distribution).TargetOriginId);
      expect(flat(origin.DomainName, distribution.stack)).toMatch(
        /^Stillwater-prod-Edge\.\w+\.execute-api\.us-east-1\.amazonaws\.com$/,
      );
      const [{ HeaderName, HeaderValue }] = origin.OriginCustomHeaders;
      expect(HeaderName).toBe('x-origin-verify');
      expect(flat(HeaderValue, distribution.stack)).toMatch(
        /^\{\{resolve:secretsmanager:Stillwater-prod-Data\.OriginSecret\w+:SecretString:current::\}\}$/,
      );
      expect(origin.CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
      });
    }
    expect(distributions).toHaveLength(2);
  });

  it('S-25 passes calls on uncached, with Authorization, without error pages', () => {
    for (const distribution of distributions) {
      const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
      const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
      expect(apiOf(distribution)).toMatchObject({
        CachePolicyId: cachingDisabled,
        OriginRequestPolicyId: allViewerExceptHost,
        ViewerProtocolPolicy: 'https-only',
      });
      expect(distribution.Properties.DistributionConfig.CustomErrorResponses).toBeUndefined();
    }
  });

  it('S-28 sends the security headers with pages and API responses', () => {
    const [staff, intake] = distributions as [Placed, Placed];
    const pages = ({ Properties, stack }: Placed) =>
      headersOf(Properties.DistributionConfig.DefaultCacheBehavior.ResponseHeadersPolicyId, stack);
    const files = 'https://stillwater-prod-documents-AWS::AccountId-us-east-1.s3.us-east-1.amazonaws.com';
    const { 'Content-Security-Policy': policy, ...others } = pages(staff);
    expect({ ...others, 'Content-Security-Policy': flat(policy, staff.stack) }).toEqual(
      securityHeaders('staff', { connect: ['https://cognito-idp.us-east-1.amazonaws.com', files], frame: [files] }),
    );
    const google = 'https://www.google.com/recaptcha/';
    expect(pages(intake)).toEqual(
      securityHeaders('intake', {
        connect: [google],
        script: [google, 'https://www.gstatic.com/recaptcha/'],
        frame: [google, 'https://recaptcha.google.com/recaptcha/'],
      }),
    );
    for (const distribution of distributions)
      expect(headersOf(apiOf(distribution).ResponseHeadersPolicyId, distribution.stack)).toEqual(apiSecurityHeaders);
  });

  it("S-28 includes subdomains in HSTS, except where the site is the zone's apex", async () => {
    const { all: resources } = await synthesize(everything);
    const binding = resources('AWS::CloudFront::ResponseHeadersPolicy').map(({ Properties }) => {
      const { Name, SecurityHeadersConfig } = Properties.ResponseHeadersPolicyConfig;
      return [Name, SecurityHeadersConfig.StrictTransportSecurity.IncludeSubdomains];
    });
    expect(Object.fromEntries(binding)).toEqual({
      'stillwater-prod-api': false,
      'stillwater-prod-staff-pages': false,
      'stillwater-prod-intake-pages': true,
    });
  });

  it('F24 S-24 uses one firewall with managed rules and rates, and counts text rules', () => {
    const acl = all('AWS::WAFv2::WebACL').find(({ stack }) => stack.endsWith('Edge'));
    for (const { Properties, stack } of distributions)
      expect(flat(Properties.DistributionConfig.WebACLId, stack)).toBe(`${acl?.stack}.${acl?.id}.Arn`);
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const rules: any[] = acl?.Properties.Rules;
    expect(rules.map(({ Name }) => Name)).toEqual([
      'EveryAddress',
      'PublicForms',
      'AmazonIpReputationList',
      'KnownBadInputsRuleSet',
      'CommonRuleSet',
      'QuerySize',
    ]);
    const forms = rules.find(({ Name }) => Name === 'PublicForms').Statement.RateBasedStatement.ScopeDownStatement;
    expect(forms.ByteMatchStatement).toMatchObject({
      PositionalConstraint: 'STARTS_WITH',
      SearchString: '/api/forms/public/',
      // Another spelling of the path is the same path.
      TextTransformations: [
        { Priority: 0, Type: 'URL_DECODE' },
        { Priority: 1, Type: 'NORMALIZE_PATH' },
      ],
    });
    const common = rules.find(({ Name }) => Name === 'CommonRuleSet');
    expect(common.OverrideAction).toEqual({ None: {} });
    expect(common.Statement.ManagedRuleGroupStatement.RuleActionOverrides).toEqual([
      { Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } },
      // A search of a hundred Chinese characters takes 900 bytes, the reason of a deletion 4,500.
      { Name: 'SizeRestrictions_QUERYSTRING', ActionToUse: { Count: {} } },
      { Name: 'CrossSiteScripting_BODY', ActionToUse: { Count: {} } },
      // Texts of families and staff may contain `../` or an address.
      { Name: 'GenericLFI_BODY', ActionToUse: { Count: {} } },
      { Name: 'GenericRFI_BODY', ActionToUse: { Count: {} } },
      // Google Calendar redirects back with `scope=https://www.googleapis.com/…`.
      { Name: 'GenericRFI_QUERYARGUMENTS', ActionToUse: { Count: {} } },
    ]);
    const { Action, Statement } = rules.find(({ Name }) => Name === 'QuerySize');
    expect(Action).toEqual({ Block: {} });
    expect(Statement.SizeConstraintStatement).toMatchObject({
      FieldToMatch: { QueryString: {} },
      ComparisonOperator: 'GT',
      Size: requestSizes.query,
    });
    // AWS rejects empty lists here.
    expect(JSON.stringify(acl?.Properties)).not.toContain('[]');
    expect(acl?.Properties.Scope).toBe('CLOUDFRONT');
  });

  it('caches hashed files forever and pages never, only through CloudFront', () => {
    const deployments = all('Custom::CDKBucketDeployment').map(({ Properties }) => [
      Properties.DestinationBucketKeyPrefix ?? '',
      Properties.SystemMetadata['cache-control'],
      Properties.Prune,
      Properties.SystemMetadata['content-language'],
    ]);
    const kept = ['assets', 'public, max-age=31536000, immutable', false, undefined];
    const english = ['', 'no-cache', false, 'en'];
    expect(deployments).toEqual([kept, english, kept, english, ['es', 'no-cache', false, 'es']]);
    expect(all('AWS::CloudFront::OriginAccessControl')).toHaveLength(2);
  });

  it("S-27 keeps the CloudFront address usable next to the site's domain", async () => {
    const { all: resources, flat: textOf } = await synthesize(everything);
    const own = (site: RegExp): string => {
      const found = resources('AWS::CloudFront::Distribution').find(({ id }) => site.test(id));
      return `${found?.stack}.${found?.id}.DomainName`;
    };
    const [staff, intake] = [own(/^Staff/), own(/^Intake/)];
    const variables = resources('AWS::Lambda::Function').map(({ Properties, stack }) => {
      const { SITE_ORIGINS, BOT_CHECK } = Properties.Environment?.Variables ?? {};
      return [SITE_ORIGINS, BOT_CHECK].map((value) => value && JSON.parse(textOf(value, stack)));
    });
    const origins = {
      staff: [`https://${everything.staffDomain}`, `https://${staff}`],
      intake: [`https://${everything.intakeDomain}`, `https://${intake}`],
    };
    const siteLists = variables.flatMap(([sites]) => sites ?? []);
    expect(siteLists.length).toBeGreaterThan(10);
    for (const sites of siteLists) expect(sites).toEqual(origins);
    expect(variables.flatMap(([, botCheck]) => botCheck?.hostnames ?? [])).toEqual([everything.intakeDomain, intake]);
    const [documents] = resources('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Documents'));
    const [rule] = documents?.Properties.CorsConfiguration.CorsRules ?? [];
    expect(rule.AllowedOrigins.map((one: unknown) => textOf(one, documents?.stack ?? ''))).toEqual(origins.staff);
  });

  it('expires every version of an archive after a day, of documents after 35', () => {
    const [documents] = all('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Documents'));
    const rules: { Prefix?: string; ExpirationInDays?: number; NoncurrentVersionExpiration?: object }[] =
      documents?.Properties.LifecycleConfiguration.Rules;
    expect(rules.find(({ Prefix }) => Prefix === 'zips/')).toMatchObject({
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    });
    expect(rules.filter(({ Prefix }) => !Prefix).map((rule) => rule.NoncurrentVersionExpiration)).toContainEqual({
      NoncurrentDays: 35,
    });
  });

  it('tells the staff site the address of the public form', () => {
    const named = all('Custom::CDKBucketDeployment').map(({ Properties, stack }) =>
      (Properties.SourceMarkers ?? []).flatMap((markers: object) =>
        Object.values(markers).map((value) => flat(value, stack)),
      ),
    );
    const intake = distributions[1];
    expect(named.flat()).toContain(`${intake?.stack}.${intake?.id}.DomainName`);
  });

  it('S-13 logs at the edge without paths, queries, referrers and cookies', () => {
    for (const { Properties } of all('AWS::Logs::Delivery'))
      expect(
        Properties.RecordFields.filter((field: string) => /uri|query|referer|cookie|authorization/i.test(field)),
      ).toEqual([]);
    expect(all('AWS::Logs::Delivery')).toHaveLength(2);
  });
});
