import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { NewAcceptance, NewStatement, StatementList, statementOfCase, WholeStatement } from './statement.schema.ts';

const path = '/api/services/cases/{id}/statements/';
const statementPath = `${path}{statementId}/` as const;

export const statementEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'statement:read',
    summary: 'List the finalized Statements of a case, newest first',
    params: pathParams.case,
    response: StatementList,
    errorResponses: { 404: 'There is no such case.' },
  }),
  finalize: endpoint({
    method: 'POST',
    path,
    permission: 'statement:finalize',
    policy: 'statement:finalize',
    summary: "Finalize a Statement from the case's fees",
    params: pathParams.case,
    body: NewStatement,
    response: WholeStatement,
    status: 201,
    idempotent: true,
    errorResponses: {
      404: 'There is no such case.',
      409: 'The case is cancelled, nothing has changed since the last version, or the total is not the one that was sent.',
    },
    auditActions: ['statement.finalized', 'case.updated'],
    events: ['statement.finalized', 'case.updated'],
  }),
  get: endpoint({
    method: 'GET',
    path: statementPath,
    permission: 'statement:read',
    summary: 'Read a finalized Statement with its whole content',
    params: statementOfCase,
    response: WholeStatement,
    errorResponses: { 404: 'There is no such Statement.' },
  }),
  accept: endpoint({
    method: 'POST',
    path: `${statementPath}accept/`,
    permission: 'statement:finalize',
    policy: 'statement:accept',
    summary: 'Record who accepted a Statement',
    params: statementOfCase,
    body: NewAcceptance,
    response: WholeStatement,
    idempotent: true,
    errorResponses: {
      404: 'There is no such Statement.',
      409: 'It is accepted already, or a later version superseded it.',
    },
    auditActions: ['statement.accepted'],
    events: ['statement.accepted'],
  }),
} as const;
