import type { FastifyInstance } from 'fastify';
import { accountListSchema, accountQuery, accountSchema } from '#contract/accounts.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, adminOf, route } from '#server/platform/http/route.ts';
import type { AccountsService } from './accounts.service.ts';
import { accountNotFound } from '../users.errors.ts';

const tag = 'Accounts';

/** All accounts, for admins. */
export function accountRoutes(app: FastifyInstance, { accounts }: { accounts: AccountsService }): void {
  const access = adminOf(accountNotFound, accounts.find);
  const response = { 200: accountSchema };

  route(app, 'GET', '/api/admin/users', {
    summary: 'All accounts, newest first',
    tag,
    access: admin,
    query: accountQuery,
    response: { 200: accountListSchema },
    handle: async ({ query, request, reply }) => {
      const { rows, nextCursor } = await accounts.list(query);
      linkNext(request, reply, nextCursor);
      return rows;
    },
  });
  route(app, 'POST', '/api/admin/users/:id/disable', {
    summary:
      'Disable the account of somebody else: nobody can sign in, and its sessions end at once; as each change here, it may need a proof before',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.disable(actor, target),
  });
  route(app, 'POST', '/api/admin/users/:id/enable', {
    summary: 'Enable a disabled account again',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.enable(actor, target),
  });
  route(app, 'POST', '/api/admin/users/:id/erase', {
    summary: 'Close the account of somebody else and erase the person from everything; this cannot be undone',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.erase(actor, target),
  });
  route(app, 'POST', '/api/admin/users/:id/withdraw-admin', {
    summary: 'Make an admin a property owner; their sessions end at once',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.withdrawAdmin(actor, target),
  });
  route(app, 'DELETE', '/api/admin/users/:id/sessions', {
    summary: 'End every session of somebody else',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.endSessions(actor, target),
  });
  route(app, 'DELETE', '/api/admin/users/:id/second-factor', {
    summary: 'Remove the authenticator app of somebody else who has lost it, and end their sessions',
    tag,
    access,
    response,
    handle: async ({ actor, target }) => accounts.removeSecondFactor(actor, target),
  });
}
