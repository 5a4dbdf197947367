/**
 * What stands where a request to DynamoDB is signed. The embedded engine asks for the form of a signature and looks no
 * further; making one takes longer than the engine needs for a read.
 */
export const unsigned = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};
