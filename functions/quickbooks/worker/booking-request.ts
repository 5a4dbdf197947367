import type { BookedType, PostingKind } from '#domain/quickbooks/postings.ts';
import type { QuickBooksBodies } from '#domain/quickbooks/quickbooks-records.ts';
import type { Cents } from '#domain/shared/values/money.ts';

/** What of a case is to be booked, as one record in QuickBooks, by what a bookkeeper finds it by. */
export interface Posting {
  kind: PostingKind;
  id: string;
  case_id: string;
  case_number: string;
  number: string;
  date: string;
  amount_cents: Cents;
  /** It is to stand there with nothing in it, if it stands there at all. */
  isVoided: boolean;
}

/** A booking with the body of the request that creates or updates its record in QuickBooks. */
export interface PostingRequest<T extends BookedType = BookedType> extends Posting {
  type: T;
  body: QuickBooksBodies[T];
  /** What of a payment pays the invoice. */
  applied_cents: Cents;
}
