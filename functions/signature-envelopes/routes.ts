import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { sendEnvelope, updateEnvelope } from './change-envelopes.ts';
import { bulkDeleteEnvelopes, bulkResendEnvelopes } from './change-in-bulk.ts';
import { createEnvelope, createMultiEnvelope, previewEnvelope } from './create-envelope.ts';
import { removeEnvelope, resendEnvelope, voidEnvelope } from './end-envelopes.ts';
import { getChoices } from './get-choices.ts';
import { getEnvelope, listEnvelopes, listEnvelopesOfCase } from './read-envelopes.ts';

export const envelopeRoutes = routesOf(envelopeEndpoints, {
  list: listEnvelopes,
  byCase: listEnvelopesOfCase,
  choices: getChoices,
  preview: previewEnvelope,
  create: createEnvelope,
  createMulti: createMultiEnvelope,
  get: getEnvelope,
  update: updateEnvelope,
  send: sendEnvelope,
  resend: resendEnvelope,
  void: voidEnvelope,
  delete: removeEnvelope,
  bulkDelete: bulkDeleteEnvelopes,
  bulkResend: bulkResendEnvelopes,
});
