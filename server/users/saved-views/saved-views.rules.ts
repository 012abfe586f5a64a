import { savedParameters, savedSearchSchema, type SavedSearch, type SavedView } from '#contract/saved-views.ts';
import type { SavedViewRow } from '#server/schema/views.tables.ts';

/** The parameters of a list that are set, in the list's order, in the form in which they are stored. */
export function searchText(list: SavedViewRow['list'], search: SavedSearch): string {
  const set = savedParameters[list].filter((name) => search[name]);
  return JSON.stringify(Object.fromEntries(set.map((name) => [name, search[name]])));
}

/** Parses the stored parameters; empty if erasing a name has left invalid JSON. */
function searchOf(text: string): SavedSearch {
  try {
    return savedSearchSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export const toSavedView = ({ id, list, name, search, createdAt }: SavedViewRow): SavedView => ({
  id,
  list,
  name,
  search: searchOf(search),
  createdAt: createdAt.toISOString(),
});

/** Whether another view of the list has this name, ignoring letter case. */
export const isTaken = (
  views: readonly Pick<SavedViewRow, 'id' | 'list' | 'name'>[],
  { list, name, id }: { list: SavedViewRow['list']; name: string; id?: string },
): boolean =>
  views.some(
    (view) => view.list === list && view.id !== id && view.name.toLocaleLowerCase() === name.toLocaleLowerCase(),
  );
