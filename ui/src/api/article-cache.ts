import type { QueryClient } from '@tanstack/react-query';

interface Counted {
  slug: string;
  likes: number;
  bookmarks: number;
}

type Change = (article: Counted) => Partial<Counted>;

function changed<Data>(data: Data, slug: string, change: Change): Data {
  if (!Array.isArray(data)) return data;
  let touched = false;
  const next = data.map((item: Partial<Counted>) => {
    if (item?.slug !== slug || item.likes === undefined) return item;
    touched = true;
    return { ...item, ...change(item as Counted) };
  });
  return touched ? (next as Data) : data;
}

/** Updates an article's counts in every cached list and detail. */
export function changeArticle(client: QueryClient, slug: string, change: Change): void {
  for (const queryKey of [['lawchanges'], ['reader']]) {
    client.setQueriesData({ queryKey }, (data: unknown) => changed(data, slug, change));
  }
}
