import type { erasePerson, InputOf } from '@quarry/contracts';
import { useState } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './erasures.module.css';
import { FindPerson } from './FindPerson.tsx';
import { PastErasures } from './PastErasures.tsx';
import { PersonHoldings } from './PersonHoldings.tsx';

/** Whom staff look for: an address, a profile, or an entry that they chose. */
export type Sought = Omit<InputOf<typeof erasePerson>, 'note'>;

/** /admin/people: the deletion of one person's data everywhere, on request. */
export default function ErasuresPage() {
  const [sought, setSought] = useState<Sought | null>(null);
  return (
    <>
      <PageHeader title="Deletion of people" />
      <div className={classes.page}>
        <FindPerson onFind={setSought} />
        {sought === null ? null : (
          <PersonHoldings key={JSON.stringify(sought)} sought={sought} onErased={() => setSought(null)} />
        )}
      </div>
      <PastErasures />
    </>
  );
}
