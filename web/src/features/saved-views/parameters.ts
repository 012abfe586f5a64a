import { savedParameters, type SavedList, type SavedSearch } from '#contract/saved-views.ts';

/** What of an address a view of the list consists of. */
export const savedPartOf = (list: SavedList, search: SavedSearch): SavedSearch =>
  Object.fromEntries(savedParameters[list].flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

/** The change of the address that opens a view: what the view does not have goes. */
export const openingOf = (list: SavedList, search: SavedSearch): Record<string, string | undefined> =>
  Object.fromEntries(savedParameters[list].map((name) => [name, search[name] || undefined]));

/** Whether an address shows a view. */
export const isShown = (list: SavedList, view: SavedSearch, search: SavedSearch): boolean =>
  savedParameters[list].every((name) => (view[name] || undefined) === (search[name] || undefined));
