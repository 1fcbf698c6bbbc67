import type { InfiniteData, QueryClient } from '@tanstack/react-query';

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

function isPaged(data: unknown): data is InfiniteData<{ articles: Counted[] }> {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** Updates an article's counts in every cached list, page and detail. */
export function changeArticle(client: QueryClient, slug: string, change: Change): void {
  for (const queryKey of [['lawchanges'], ['reader']]) {
    client.setQueriesData({ queryKey }, (data: unknown) => {
      if (!isPaged(data)) return changed(data, slug, change);
      const pages = data.pages.map((page) => {
        const articles = changed(page.articles, slug, change);
        return articles === page.articles ? page : { ...page, articles };
      });
      return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
    });
  }
}
