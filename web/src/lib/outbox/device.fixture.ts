import type { Entry } from '#web/lib/outbox/entry.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';

interface Piece {
  entry: string;
  part: number;
  index: number;
  bytes: Blob;
}
interface Kept {
  entries?: readonly Entry[];
  pieces?: Piece[];
  room?: boolean;
}

/** A fake device whose storage survives a page: a second outbox can be created with what it has stored. */
export function testDevice({ entries: kept = [], pieces = [], room: hasRoom = true }: Kept = {}) {
  let room = hasRoom;
  const entries = new Map(kept.map((entry) => [entry.id, entry]));
  const files = new Map<string, readonly Blob[]>();
  const drop = (isDropped: (piece: Piece) => boolean) =>
    void pieces.splice(0, pieces.length, ...pieces.filter((piece) => !isDropped(piece)));
  const keeper: Keeper = {
    async keep(entry, entryFiles) {
      if (!room) return false;
      entries.set(entry.id, entry);
      files.set(entry.id, entryFiles);
      return true;
    },
    reserve: async () => room,
    async update(entry) {
      const { missing = entries.get(entry.id)?.missing } = entry;
      if (entries.has(entry.id)) entries.set(entry.id, missing ? { ...entry, missing } : entry);
    },
    async remove(id) {
      for (const entry of entries.values())
        if (entry.after?.includes(id)) entries.set(entry.id, { ...entry, missing: [...(entry.missing ?? []), id] });
      await keeper.forget(id);
    },
    find: async (id) => entries.get(id),
    async forget(id) {
      entries.delete(id);
      drop((piece) => piece.entry === id);
    },
    has: async (id) => entries.has(id),
    // A test has one page at a time, so there is nothing to wait for.
    exclusively: (_id, work) => work(),
    entriesOf: async (owner) =>
      [...entries.values()].filter((entry) => entry.owner === owner).sort((a, b) => a.createdAt - b.createdAt),
    filesOf: async (id) => [...(files.get(id) ?? [])],
    async addPiece(entry, part, index, bytes) {
      if (room && entries.has(entry)) pieces.push({ entry, part, index, bytes });
      return room;
    },
    dropPart: async (id, part) => drop((piece) => piece.entry === id && piece.part === part),
    async partsOf(id) {
      const byPart = Map.groupBy(
        pieces.filter(({ entry }) => entry === id),
        ({ part }) => part,
      );
      return new Map([...byPart].map(([part, list]) => [part, new Blob(list.map(({ bytes }) => bytes))]));
    },
  };
  const setRoom = (has: boolean) => {
    room = has;
  };
  return { keeper, entries, files, pieces, setRoom };
}
