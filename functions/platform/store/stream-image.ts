import { unmarshall as fromAttributes } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';

/** An image of a stream record (DynamoDB JSON) as a plain object. */
export const unmarshall = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  fromAttributes(image as Parameters<typeof fromAttributes>[0]);
