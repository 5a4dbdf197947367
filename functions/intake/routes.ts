import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { addPaper } from './add-paper.ts';
import { checkStatus } from './check-status.ts';
import { confirmFacts } from './confirm-facts.ts';
import { getFuneralHome } from './get-funeral-home.ts';
import { keepDraft } from './keep-draft.ts';
import { askDraftCode, forgetDraft, openDraft } from './open-draft.ts';
import { sendInquiry } from './send-inquiry.ts';
import { submitIntake } from './submit-intake.ts';

export const intakeRoutes = routesOf(intakeEndpoints, {
  funeralHome: getFuneralHome,
  submit: submitIntake,
  inquire: sendInquiry,
  checkStatus,
  confirmFacts,
  addPaper,
  keepDraft,
  askDraftCode,
  openDraft,
  forgetDraft,
});
