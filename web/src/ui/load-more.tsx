import { Button } from '#web/ui/button.tsx';

interface LoadMoreProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The way to the next page below a list; nothing when all of it is shown. */
export function LoadMore({ list }: { list: LoadMoreProps }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="grid justify-items-center p-3.5">
      <Button variant="secondary" size="sm" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}
