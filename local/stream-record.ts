import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

type LambdaImage = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
type LambdaValue = LambdaImage[string];
type Image = Record<string, AttributeValue> | undefined;

/** A record as Lambda passes it to a function: times as seconds, binary values as base64 text. */
export function lambdaRecord(record: _Record, streamArn: string): DynamoDBRecord {
  const { dynamodb } = record;
  const { ApproximateCreationDateTime, Keys, NewImage, OldImage, SequenceNumber, SizeBytes, StreamViewType } =
    dynamodb ?? {};
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN: streamArn,
    dynamodb: {
      ...(ApproximateCreationDateTime && {
        ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime.getTime() / 1000),
      }),
      ...(Keys && { Keys: lambdaImage(Keys) }),
      ...(NewImage && { NewImage: lambdaImage(NewImage) }),
      ...(OldImage && { OldImage: lambdaImage(OldImage) }),
      SequenceNumber,
      SizeBytes,
      StreamViewType,
    },
  };
}

function lambdaImage(image: Image): LambdaImage {
  return Object.fromEntries(Object.entries(image ?? {}).map(([name, value]) => [name, lambdaValue(value)]));
}

function lambdaValue(value: AttributeValue): LambdaValue {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(lambdaValue) };
  if (value.M) return { M: lambdaImage(value.M) };
  return value as LambdaValue;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
