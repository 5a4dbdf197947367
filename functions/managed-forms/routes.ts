import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { archiveForm, unpublishForm } from './close-form.ts';
import { createForm } from './create-form.ts';
import { publishForm } from './publish-form.ts';
import { getForm, getFormVersion, listForms } from './read-forms.ts';
import { updateForm } from './update-form.ts';

export const managedFormRoutes = routesOf(managedFormEndpoints, {
  list: listForms,
  create: createForm,
  get: getForm,
  update: updateForm,
  publish: publishForm,
  unpublish: unpublishForm,
  archive: archiveForm,
  version: getFormVersion,
});
