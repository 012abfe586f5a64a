import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';

interface LoadMoreProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button that loads the next page of a list; hidden on the last page. */
export function LoadMore({ list }: { list: LoadMoreProps }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="grid justify-items-center p-3.5">
      <Button variant="secondary" size="sm" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t('Load more')}
      </Button>
    </div>
  );
}
