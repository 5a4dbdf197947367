/** What is said of permits, by server and screen alike (D3 §2, §5 and §8). */
export const permitMessages = {
  numberTaken: 'A permit with this number already exists for this case',
  /** The same in the short form of the inline edit (D3 §5). */
  numberTakenInline: 'A permit with this number already exists',
  datesCrossed: 'Expiry date must be after issue date',
  returnedBeforeIssued: 'A permit cannot be returned before it was issued',
  returnedAhead: 'Returned cannot be in the future',
  tooMany: 'A case holds at most 100 permits',
} as const;
