import { useState } from 'react';
import { SearchField } from '../../ui/SearchField.tsx';
import { SEARCH_MAX } from './directory-search.ts';

/** The search box of the directory: narrows both tables with every key. */
export function DirectorySearchBox(props: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(props.search);
  const [applied, setApplied] = useState(props.search);
  if (applied !== props.search) {
    setApplied(props.search);
    // What is typed is on its way into the address; only an address that says something else changes the box.
    if (props.search === '' && text.trim() === applied) setText('');
  }

  function type(next: string) {
    setText(next);
    props.onSearch(next.trim());
  }
  return <SearchField what="data points" maxLength={SEARCH_MAX} value={text} onType={type} onClear={() => type('')} />;
}
