import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { isEmpty, isMine, passes } from '../../hooks/interest.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { useInterests } from '../../hooks/use-interests.ts';
import { storage } from '../../storage.ts';
import { HomeBar } from './home-bar.tsx';
import { HomeBody } from './home-body.tsx';
import { Greeting } from './home-heading.tsx';
import { TopicPicker } from './topic-picker.tsx';
import { useHomeFilters } from './use-home-filters.ts';
import { useHomeList } from './use-home-list.ts';

/* Set once the reader has put off choosing topics. */
const laterKey = 'paragraf::topics-later';

/**
 * Home: what concerns the reader and until when, or everything. A new account gets everything, after
 * the question about its topics.
 */
export function HomeScreen() {
  const session = useSession();
  const home = useHomeFilters();
  const interest = useInterest();
  const { topics: chosen = [], choose } = useInterests();
  const list = useHomeList(interest);
  const { data: topics = [] } = useQuery(queries.topics());
  const [later, setLater] = useState(() => storage.get(laterKey) === '1');

  const reader = session.status === 'signed_in' ? session.reader : undefined;
  const concerns = useConcerns();
  const newcomer = interest !== undefined && isEmpty(interest) && !concerns.answered;
  const tab = home.filters.tab ?? (interest && !newcomer ? 'mine' : 'all');
  const asks = newcomer && (tab === 'mine' || (reader && !later && !home.filters.tab));
  const articles = list.articles;

  const { report } = concerns;
  const isKnown = !concerns.answered || report !== undefined || concerns.failed;
  const mine = useMemo(() => {
    if (!interest || !isKnown) return undefined;
    return articles?.filter((article) => isMine(article, interest, report));
  }, [articles, interest, isKnown, report]);
  const counts = articles && mine && { mine: mine.length, all: articles.length };

  function pick(ids: string[]) {
    choose(ids, true);
    home.change({ tab: 'mine' });
  }
  function postpone() {
    storage.set(laterKey, '1');
    setLater(true);
    home.change({ tab: 'all' });
  }

  const picker = asks && articles && topics.length > 0 && (
    <>
      <header className="home-header">
        <Greeting />
      </header>
      <TopicPicker
        name={reader && readerName(reader)}
        topics={topics}
        articles={articles}
        onDone={pick}
        onLater={postpone}
      />
    </>
  );
  if (picker && tab === 'mine') {
    return (
      <>
        <HomeBar {...home} tab={tab} counts={counts} />
        {picker}
      </>
    );
  }
  const inTab = tab === 'mine' ? mine : articles;
  return (
    <>
      <HomeBar {...home} tab={tab} counts={counts} />
      <HomeBody
        home={home}
        head={picker}
        tab={tab}
        list={list}
        interest={interest}
        concerns={concerns}
        topics={topics}
        chosen={chosen}
        inTab={inTab}
        shown={inTab?.filter((article) => passes(article, home.filters))}
        visitor={session.status === 'signed_out'}
        onChoose={choose}
      />
    </>
  );
}
