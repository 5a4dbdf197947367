import { RemovalPolicy } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';

/** A bucket that outlives its stack keeps the policy that guards it, which is a resource of its own. */
export const retainBucketPolicy = (bucket: s3.Bucket): void => {
  if (!bucket.policy) throw new Error(`${bucket.node.path} has no policy to keep`);
  bucket.policy.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
};
