/** Why a payment is not taken or stays as it is, and what the screen says (D3 §4, §5 and §8). */
export const paymentMessages = {
  saveCaseFirst: 'Case must be saved before recording payments',
  unusuallyHigh: 'Payment amount seems unusually high compared to contract total. Please verify.',
  caseCancelled: 'This case is cancelled. Reopen it to record payments; money can still be refunded.',
  voided: 'This payment was voided and stays as it is.',
  refundStays: 'A refund cannot be changed. Void it and enter it again.',
  refundedAlready: 'This payment has refunds. Void them first.',
  reversedAlready: 'This payment was reversed already.',
  reversedStays: 'This payment was reversed. Void the reversal first.',
  notAPayment: 'Only payments can be refunded or reversed.',
  refundBeforePayment: 'Refund date cannot be before the payment date',
  paymentAfterRefund: 'Payment date cannot be after the date of a refund of it',
  tooMuchBack: 'A refund cannot exceed what is left of the payment',
  lessThanReturned: 'Payment amount cannot be less than what was refunded of it',
  reasonRequired: 'Reason is required',
  noCheckNumber: 'No check number is recorded for this payment.',
} as const;
