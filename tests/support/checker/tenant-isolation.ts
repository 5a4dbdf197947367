import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type TableRequest, tableNeeds } from '#tests/support/engines/table-requests.ts';

/** As the service responds when the session policy denies access. */
class AccessDenied extends Error {
  override readonly name = 'AccessDeniedException';
  readonly $metadata = { httpStatusCode: 400 };
}

/** Makes a client reject keys of other organizations, as DynamoDB does for organization-scoped calls (S-02). */
export const walled = (client: DynamoDBClient, organizationId: string): DynamoDBClient => {
  client.middlewareStack.add(
    (next) => async (call) => {
      const { headers, body } = call.request as { headers: Record<string, string>; body: Uint8Array };
      const operation = headers['x-amz-target']?.split('.')[1] ?? '';
      const keys = tableNeeds(operation, JSON.parse(new TextDecoder().decode(body)) as TableRequest).flatMap(
        ({ leadingKeys }) => leadingKeys,
      );
      if (!keys.length || keys.some((key) => !key.startsWith(`T#${organizationId}#`))) throw new AccessDenied();
      return next(call);
    },
    { name: 'wall', step: 'build', priority: 'low' },
  );
  return client;
};
