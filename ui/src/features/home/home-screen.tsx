import { Columns } from '../../ui/columns.tsx';
import { DeadlinesColumn } from './deadlines-column.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HomeGreeting } from './home-greeting.tsx';
import { LawChangeList } from './law-change-list.tsx';
import { useHomeFilters } from './use-home-filters.ts';

/** Greeting, filters and law changes, newest first. */
export function HomeScreen() {
  const home = useHomeFilters();
  return (
    <Columns aside={<DeadlinesColumn />}>
      <HomeGreeting />
      <FilterBar {...home} />
      <LawChangeList {...home} />
    </Columns>
  );
}
