import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { isEmpty, isMine, passes } from '../../hooks/interest.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { useInterests } from '../../hooks/use-interests.ts';
import { HomeBar } from './home-bar.tsx';
import { HomeBody } from './home-body.tsx';
import { useHomeFilters } from './use-home-filters.ts';
import { useHomeList } from './use-home-list.ts';

/**
 * Home: what concerns the reader and until when, or everything. A reader of whom nothing is known
 * yet gets everything, with the roles to choose from.
 */
export function HomeScreen() {
  const session = useSession();
  const home = useHomeFilters();
  const interest = useInterest();
  const { topics: chosen = [], choose } = useInterests();
  const list = useHomeList(interest);
  const { data: topics = [] } = useQuery(queries.topics());
  const concerns = useConcerns();

  const isKnownReader = concerns.answered || (interest !== undefined && !isEmpty(interest));
  const tab = home.filters.tab ?? (isKnownReader ? 'mine' : 'all');
  const articles = list.articles;
  const { report } = concerns;
  const isKnown = !concerns.answered || report !== undefined;
  const mine = useMemo(() => {
    if (!interest || !isKnown) return undefined;
    return articles?.filter((article) => isMine(article, interest, report));
  }, [articles, interest, isKnown, report]);
  const counts = articles && mine && { mine: mine.length, all: articles.length };
  const inTab = tab === 'mine' ? mine : articles;
  return (
    <>
      <HomeBar {...home} tab={tab} counts={counts} />
      <HomeBody
        home={home}
        tab={tab}
        list={list}
        interest={interest}
        concerns={concerns}
        topics={topics}
        chosen={chosen}
        shown={inTab?.filter((article) => passes(article, home.filters))}
        visitor={session.status === 'signed_out'}
        onChoose={choose}
      />
    </>
  );
}
