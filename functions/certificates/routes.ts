import { certificateEndpoints } from '#domain/certificates/certificate.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { deleteCopies, listCopies, recordCopies } from './copies.ts';

export const certificateRoutes = routesOf(certificateEndpoints, { copies: listCopies, recordCopies, deleteCopies });
