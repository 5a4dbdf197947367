import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/**
 * CloudFront's access log of one site. The fields are chosen: no path, query, referrer or cookie, because the status
 * call's path holds a secret token and a search holds a name (quality S-13). The API's own log has the routes.
 */
const recordedFields = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'c-country',
  'cs-method',
  'cs-protocol',
  'cs-protocol-version',
  'cs-bytes',
  'ssl-protocol',
  'sc-status',
  'sc-bytes',
  'sc-content-type',
  'time-taken',
  'time-to-first-byte',
  'x-host-header',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

export class AccessLog extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { name, distribution, bucket }: { name: string; distribution: cloudfront.Distribution; bucket: s3.IBucket },
  ) {
    super(scope, id);
    const source = new logs.CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new logs.CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bucket.bucketArn,
      outputFormat: 'json',
    });
    const delivery = new logs.CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: recordedFields,
    });
    delivery.addResourceDependency(source);
  }
}
