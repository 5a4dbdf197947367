import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { RecordedCall } from './recording.ts';

const commands = {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
};

/** Carries out a DynamoDB call as it was recorded. */
export const carryOut = (client: DynamoDBDocumentClient, { command, input }: RecordedCall): Promise<unknown> => {
  const Command = commands[command as keyof typeof commands] as unknown as new (input: unknown) => never;
  if (!Command) throw new Error(`Nobody knows how to repeat ${command}`);
  return client.send(new Command(input));
};
