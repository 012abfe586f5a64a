/** Runs work on one thing after all that came before for it in this process. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(of: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(of) ?? Promise.resolve()).catch(() => undefined).then(work);
    last.set(of, mine);
    try {
      return await mine;
    } finally {
      if (last.get(of) === mine) last.delete(of);
    }
  };
}
