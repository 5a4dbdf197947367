import type { PriceListOfStatement } from '#domain/documents/printing/statement-paper.ts';
import { priceListCaptions } from '#domain/statements/price-lists/price-list-kinds.ts';
import type { Printed } from '#functions/documents/repository/print-sources.ts';
import type { StatementRecord } from '#functions/statements/repository/statement-record.ts';

/** The price lists that a Statement was filled from, as its foot names them. */
export const listsOfStatement = async (
  db: Pick<Printed, 'priceLists'>,
  { content, funeral_home_id }: StatementRecord,
): Promise<PriceListOfStatement[]> => {
  const used = new Set(content.parts.flatMap(({ lines }) => lines.map(({ price }) => price?.version)));
  const lists = used.size > 1 || !used.has(undefined) ? await db.priceLists(funeral_home_id) : [];
  return lists
    .filter(({ id }) => used.has(id))
    .map(({ kind, effective_from }) => ({ caption: priceListCaptions[kind], effective_from }));
};
