import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { savedLists, type SavedList } from '#contract/saved-views.ts';
import { createdAt, oneOf, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Filters, search and order of a list under a name, each of one person. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').$type<SavedList>().notNull(),
    /** Two of a list have one name only where the names of an erased person were taken out of them. */
    name: text('name').notNull(),
    /** The query parameters as JSON. No jsonb: a search can name a person, and is erased like other texts. */
    search: text('search').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_views_user_index').on(table.userId),
    oneOf('saved_views_list_check', table.list, savedLists),
  ],
);
export type SavedViewRow = typeof savedViews.$inferSelect;
