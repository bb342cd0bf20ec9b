import { useState } from 'react';
import { SearchField } from './SearchField.tsx';

/** A search box that narrows a list of `what` with every key; blanks around what is typed do not count. */
export function LiveSearchField(props: {
  what: string;
  maxLength: number;
  search: string;
  onSearch: (search: string) => void;
}) {
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
  return (
    <SearchField what={props.what} maxLength={props.maxLength} value={text} onType={type} onClear={() => type('')} />
  );
}
