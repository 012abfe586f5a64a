import type { z } from 'zod';
import { maxSavedViews, type SavedView, type savedViewInputSchema } from '#contract/saved-views.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { SavedViewRow } from '#server/schema/views.tables.ts';
import type { TextErasure } from '../erasure.rules.ts';
import * as repository from './saved-views.repository.ts';
import { isTaken, searchText, toSavedView } from './saved-views.rules.ts';
import { savedViewNameTaken, savedViewNotFound, tooManySavedViews } from '../users.errors.ts';
import * as users from '../users.repository.ts';

/** Saved views of the admin lists, separate for each user. */
export interface SavedViewsService extends TextErasure {
  list(actor: Actor): Promise<SavedView[]>;
  /** Throws 409 for a name that the list already has, and at the limit per account. */
  create(actor: Actor, input: z.output<typeof savedViewInputSchema>): Promise<SavedView>;
  /** A view of the caller. */
  find(actor: Actor, id: string): Promise<Authorized<SavedViewRow> | null>;
  rename(actor: Actor, view: Authorized<SavedViewRow>, name: string): Promise<SavedView>;
  remove(actor: Actor, view: Authorized<SavedViewRow>): Promise<void>;
}

export function createSavedViewsService({ db, changes }: { db: Database; changes: Changes }): SavedViewsService {
  return {
    list: async (actor) => (await repository.listSavedViewsOf(db, actor.id)).map(toSavedView),

    create: (actor, { list, name, search }) =>
      changes.run(actor.id, async (change) => {
        const { tx } = change;
        // Locked, so that two concurrent calls cannot exceed the limit or take the same name.
        await users.lockById(tx, actor.id);
        const views = await repository.listSavedViewsOf(tx, actor.id);
        if (isTaken(views, { list, name })) throw savedViewNameTaken();
        if (views.length >= maxSavedViews) throw tooManySavedViews();
        const values = { userId: actor.id, list, name, search: searchText(list, search) };
        const row = await repository.insertSavedView(tx, values);
        change.audit('saved_view.created', 'saved_view', row.id, { list, name });
        return toSavedView(row);
      }),

    async find(actor, id) {
      const row = await repository.findSavedView(db, id);
      return row && row.userId === actor.id ? authorize(row) : null;
    },

    rename: (actor, { id, list }, name) =>
      changes.run(actor.id, async (change) => {
        const { tx } = change;
        await users.lockById(tx, actor.id);
        if (isTaken(await repository.listSavedViewsOf(tx, actor.id), { list, name, id })) throw savedViewNameTaken();
        const row = await repository.updateSavedView(tx, id, name);
        if (!row) throw savedViewNotFound();
        change.audit('saved_view.renamed', 'saved_view', id, { list, name });
        return toSavedView(row);
      }),

    remove: (actor, { id, list, name }) =>
      changes.run(actor.id, async (change) => {
        if (!(await repository.deleteSavedView(change.tx, id))) throw savedViewNotFound();
        change.audit('saved_view.removed', 'saved_view', id, { list, name });
      }),

    erasePerson: (change, person) => repository.deletePerson(change.tx, person),
  };
}
