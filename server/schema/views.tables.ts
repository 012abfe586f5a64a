import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { savedLists, type SavedList } from '#contract/saved-views.ts';
import { createdAt, oneOf, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Saved filters, search and order of a list under a name, each of one user. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').$type<SavedList>().notNull(),
    /** Unique per list, except that erasing a user's name can make two names equal. */
    name: text('name').notNull(),
    /**
     * The query parameters as JSON. The column is text, not jsonb, because a search can contain a name, which is erased
     * like in other texts.
     */
    search: text('search').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_views_user_index').on(table.userId),
    oneOf('saved_views_list_check', table.list, savedLists),
  ],
);
export type SavedViewRow = typeof savedViews.$inferSelect;
