import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

type Stored = Record<string, AttributeValue>;

const idIn = (item: Stored, kind: 'CASE' | 'CUSTOMER'): string | undefined =>
  item.pk?.S?.match(new RegExp(`^T#[^#]+#${kind}#([^#]+)$`))?.[1];
const namedBy = (core: Stored | undefined): string[] => Object.keys(core?.customers?.M ?? {});
const countOf = (customer: Stored): number => Number(customer.link_count?.N ?? 0);

/** A customer's entry about a case, written by the projector: no record. */
export const linkPrefix = 'LINK#CASE#';

/** Customers hold how many cases name them, which API calls update and a restore bypasses. */
export class LinkCounts {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #tenant: string;
  /** Cases that named a customer when the other table was restored, by the customer's id. */
  readonly #links = new Map<string, string[]>();
  readonly #back = new Map<string, number>();

  constructor(client: DynamoDBClient, table: string, organizationId: string) {
    [this.#client, this.#table, this.#tenant] = [client, table, `T#${organizationId}`];
  }

  saw(item: Stored): void {
    const customer = idIn(item, 'CUSTOMER');
    if (customer && item.pk?.S?.startsWith(`${this.#tenant}#`) && item.sk?.S?.startsWith(linkPrefix))
      this.#links.set(customer, [...(this.#links.get(customer) ?? []), item.sk.S.slice(linkPrefix.length)]);
  }

  async wrote(item: Stored, current: Stored | undefined): Promise<void> {
    const customer = idIn(item, 'CUSTOMER');
    if (customer && item.sk?.S === 'CUSTOMER' && !current && !item.merged_into) this.#back.set(customer, countOf(item));
    if (!idIn(item, 'CASE') || item.sk?.S !== 'CASE') return;
    const [before, after] = [namedBy(current), namedBy(item)];
    for (const id of after) if (!before.includes(id)) await this.#add(id, 1);
    for (const id of before) if (!after.includes(id)) await this.#add(id, -1);
  }

  async settle(read: (keys: readonly Stored[]) => Promise<Iterable<Stored>>): Promise<void> {
    for (const [customer, brought] of [...this.#back]) {
      const keys = (this.#links.get(customer) ?? []).map((id) => ({
        pk: { S: `${this.#tenant}#CASE#${id}` },
        sk: { S: 'CASE' },
      }));
      const naming = [...(await read(keys))].filter((core) => namedBy(core).includes(customer)).length;
      this.#back.delete(customer);
      if (naming !== brought) await this.#add(customer, naming - brought);
    }
  }

  async #add(customer: string, by: number): Promise<void> {
    if (this.#back.has(customer)) return;
    try {
      await this.#client.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: { pk: { S: `${this.#tenant}#CUSTOMER#${customer}` }, sk: { S: 'CUSTOMER' } },
          UpdateExpression: 'ADD link_count :by',
          ConditionExpression: 'attribute_exists(link_count)',
          ExpressionAttributeValues: { ':by': { N: String(by) } },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}
