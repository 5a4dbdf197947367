import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { type Config, nameOf } from '../config.ts';
import type { FunctionName } from '../functions.ts';

/**
 * What Lambda measures of a function, by the name that the function is given. A reference would be an export, and what
 * another stack imports cannot be taken back with its release.
 */
export const functionMetric = (
  config: Config,
  name: FunctionName,
  metricName: string,
  options: cloudwatch.MetricOptions,
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: nameOf(config, name) },
    ...options,
  });
