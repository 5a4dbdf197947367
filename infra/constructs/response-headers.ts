import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

const override = true;

/** CloudFront takes the headers it knows as settings of their own, and refuses them among the custom ones. */
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

/** The policy that adds `headers` to every answer, whatever the origin said. */
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
