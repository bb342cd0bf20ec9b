import { useDebouncedCallback } from '@mantine/hooks';
import { MARKET_NAME_MAX } from '@quarry/contracts';
import { useState } from 'react';
import { SearchField } from '../../ui/SearchField.tsx';

const SEARCH_AFTER_MS = 500;

/** The search box of the list: searches half a second after the last key, at once with Enter. */
export function MarketsSearchBox(props: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(props.search);
  const [applied, setApplied] = useState(props.search);
  if (applied !== props.search) {
    setApplied(props.search);
    // An address that says the same as the box, but for blanks, is the box's own doing.
    if (text.trim() !== props.search) setText(props.search);
  }
  const searchLater = useDebouncedCallback((wanted: string) => props.onSearch(wanted.trim()), SEARCH_AFTER_MS);

  function type(next: string) {
    setText(next);
    searchLater(next);
  }
  function searchNow(wanted: string) {
    searchLater.cancel();
    setText(wanted);
    props.onSearch(wanted.trim());
  }
  return (
    <SearchField
      what="markets"
      maxLength={MARKET_NAME_MAX}
      value={text}
      onType={type}
      onClear={() => searchNow('')}
      onEnter={() => searchNow(text)}
    />
  );
}
