import { TAG_NAME_MAX } from '@quarry/contracts';
import { useState } from 'react';
import { SearchField } from '../../ui/SearchField.tsx';

/** The search box of the list: narrows it with every key. */
export function TagsSearchBox(props: { search: string; onSearch: (search: string) => void }) {
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
  return <SearchField what="tags" maxLength={TAG_NAME_MAX} value={text} onType={type} onClear={() => type('')} />;
}
