import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { bulkDeleteEnvelopes, bulkResendEnvelopes } from './change-in-bulk.ts';
import { createEnvelope, createMultiEnvelope } from './create-envelope.ts';
import { deleteEnvelope } from './delete-envelope.ts';
import { getChoices } from './get-choices.ts';
import { previewEnvelope } from './preview-envelope.ts';
import { getEnvelope, listEnvelopes, listEnvelopesOfCase } from './read-envelopes.ts';
import { resendEnvelope } from './resend-envelope.ts';
import { sendEnvelope } from './send-envelope.ts';
import { updateEnvelope } from './update-envelope.ts';
import { voidEnvelope } from './void-envelope.ts';

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
  delete: deleteEnvelope,
  bulkDelete: bulkDeleteEnvelopes,
  bulkResend: bulkResendEnvelopes,
});
